import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInstallation } from '../database/prepare-database.ts';
import { type AuthUnderTest, createAccount, type Fetch, PASSWORD, startAuth } from '../testing/auth.ts';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

/** A browser that asks for a language by itself, or for the one that was chosen on a screen. */
function browserWith(headers: Record<string, string>) {
  const fetch: Fetch = (input, init) => {
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return auth.fetch(input, { ...init, headers: all });
  };
  return auth.browser('implicit', fetch);
}

const newestMail = () => {
  const [mail] = auth.mails;
  if (mail === undefined) throw new Error('No mail was sent');
  return mail;
};

test('somebody whose browser is in Spanish signs up and the mail is in Spanish', async () => {
  const browser = browserWith({ 'accept-language': 'es-DO,es;q=0.9,en;q=0.5' });
  await browser.auth.signUp({ email: 'sofia@parqueo.test', password: PASSWORD });
  expect(newestMail().subject).toBe('Confirma tu correo electrónico');
  expect(newestMail().html).toContain('<html lang="es">');
});

test('a language that was chosen on a screen comes before that of the browser', async () => {
  const browser = browserWith({ 'accept-language': 'es', cookie: 'language=en' });
  await browser.auth.signUp({ email: 'emma@parqueo.test', password: PASSWORD });
  expect(newestMail().subject).toBe('Confirm your email address');
  expect(newestMail().html).toContain('<html lang="en">');
});

test('a browser in another language, or one that says nothing, gets English', async () => {
  await browserWith({ 'accept-language': 'fr' }).auth.signUp({ email: 'flore@parqueo.test', password: PASSWORD });
  expect(newestMail().subject).toBe('Confirm your email address');
  await browserWith({ 'accept-language': ';;q=,*', cookie: 'language=<script>' }).auth.signUp({
    email: 'odd@parqueo.test',
    password: PASSWORD,
  });
  expect(newestMail().subject).toBe('Confirm your email address');
});

test('the language of the account decides, whoever causes the mail', async () => {
  await createAccount(auth, 'carlos@parqueo.test');
  await auth.database.sql`
    update public.user_settings set language = 'es'
    where user_id = (select id from auth.users where email = 'carlos@parqueo.test')`;
  await browserWith({ 'accept-language': 'en' }).auth.resetPasswordForEmail('carlos@parqueo.test');
  expect(newestMail().subject).toBe('Elige una contraseña nueva');
});

test('mails call the product what the operator calls it, and with sample data what it calls itself', async () => {
  await createAccount(auth, 'nora@parqueo.test');
  const mailOf = async (installation: { samples: boolean }) => {
    await writeInstallation(auth.database.sql, installation);
    await auth.changeSettings({ app_name: 'Parking & Co' });
    await auth.browser().auth.signInWithOtp({ email: 'nora@parqueo.test' });
    return newestMail();
  };
  const { subject, text, html } = await mailOf({ samples: false });
  expect(subject).toBe('Log in to Parking & Co');
  expect(text).toContain('log in to Parking & Co');
  expect(html).toContain('>Parking &amp; Co</p>');
  expect(`${subject} ${text}`).not.toContain('Parqueo');
  expect((await mailOf({ samples: true })).subject).toBe('Log in to Parqueo');
});
