import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInstallation } from '../database/prepare-database.ts';
import { type AuthUnderTest, createAccount, startAuth } from '../testing/auth.ts';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
  await createAccount(auth, 'carlos@parqueo.test');
});
afterAll(() => auth.close());

async function mailNamed(name: string, installation: { samples: boolean }) {
  await writeInstallation(auth.database.sql, installation);
  await auth.database.sql`update public.installation_settings set app_name = ${name}`;
  await auth.browser().auth.signInWithOtp({ email: 'carlos@parqueo.test' });
  const [mail] = auth.mails;
  if (mail === undefined) throw new Error('No mail was sent');
  return mail;
}

test('mails call the product what the operator calls it', async () => {
  const mail = await mailNamed('Parking & Co', { samples: false });
  expect(mail.subject).toBe('Log in to Parking & Co');
  expect(mail.text).toContain('log in to Parking & Co');
  expect(mail.html).toContain('>Parking &amp; Co</p>');
  expect(`${mail.subject} ${mail.text}`).not.toContain('Parqueo');
});

test('with sample data mails keep the product’s own name', async () => {
  expect((await mailNamed('Parking & Co', { samples: true })).subject).toBe('Log in to Parqueo');
});
