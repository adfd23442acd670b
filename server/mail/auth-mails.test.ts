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

test.each([
  ['es-DO,es;q=0.9,en;q=0.5', '', 'Confirma tu correo electrónico', 'es'],
  ['es', 'language=en', 'Confirm your email address', 'en'],
  ['fr', '', 'Confirm your email address', 'en'],
  [';;q=,*', 'language=<script>', 'Confirm your email address', 'en'],
])(
  'who signs up with the language "%s" and the cookie "%s" gets the mail "%s"',
  async (asked, cookie, subject, language) => {
    const browser = browserWith({ 'accept-language': asked, cookie });
    await browser.auth.signUp({ email: `${crypto.randomUUID()}@parqueo.test`, password: PASSWORD });
    expect(newestMail().subject).toBe(subject);
    expect(newestMail().html).toContain(`<html lang="${language}">`);
  },
);

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
