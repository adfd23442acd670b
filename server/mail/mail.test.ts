import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSettingsReader } from '../config/read-settings.ts';
import { deriveOperatorKey } from '../keys/keys.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startSmtp } from '../testing/smtp.ts';
import { createMailbox } from './mailbox.ts';
import { createMailer, type Mail } from './mailer.ts';
import { createAuthMail } from './mails.ts';

const PUBLIC_URL = 'http://127.0.0.1:8080';
const CONFIG = { mailFrom: 'Parqueo <no-reply@parqueo.test>', samples: true };
const MAIL: Mail = { to: 'ana@parqueo.test', subject: 'Hello', text: 'Hello Ana', html: '<p>Hello <b>Ana</b></p>' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`truncate parqueo_server.mailbox`;
  await change(FROM_SETTINGS);
});
afterAll(() => database.close());

const mailer = () => createMailer({ config: CONFIG, sql: database.sql });

const KEYS = { secretKey: 'sb_secret_of_this_test_and_no_other' };
const KEY = deriveOperatorKey(KEYS);

type Circumstances = { isDemo?: boolean; publicUrl?: string; cookie?: string; smtpUrl?: string };

const ask = (
  path: string,
  { isDemo = true, publicUrl = PUBLIC_URL, cookie = '', smtpUrl }: Circumstances = {},
): Response | Promise<Response> => {
  const config = { isDemo, publicUrl, ...(smtpUrl ? { smtpUrl } : {}) };
  return createMailbox({ config, sql: database.sql, keys: KEYS }).request(path, { headers: { cookie } });
};

test('without a mail server mail is in the mailbox, newest first', async () => {
  await mailer().send({ ...MAIL, subject: 'First' });
  await mailer().send({ ...MAIL, subject: 'Second' });
  const mails = (await (await ask('/mailbox.json')).json()) as Mail[];
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  expect(mails[0]).toEqual({ ...MAIL, subject: 'Second', calendar: null, sentAt: expect.stringMatching(/^\d{4}-/) });
});

test('the mailbox keeps the newest 200 mails', async () => {
  for (let index = 0; index < 203; index += 1) await mailer().send({ ...MAIL, subject: `${index}` });
  const mails = (await (await ask('/mailbox.json')).json()) as Mail[];
  expect([mails.length, mails.at(-1)?.subject]).toEqual([200, '3']);
});

test('the HTML of a mail is shown in a sandboxed frame', async () => {
  await mailer().send({
    ...MAIL,
    subject: '<script>alert(1)</script>',
    html: '<script>alert(2)</script>"><img src=x>',
  });
  const response = await ask('/mailbox');
  const page = await response.text();
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('"><img');
  expect(page).toContain('sandbox="allow-popups allow-top-navigation-by-user-activation"');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the mailbox of a live installation opens with the key of its start, and a cookie keeps it', async () => {
  await mailer().send(MAIL);
  const led = await ask(`/mailbox?key=${KEY}`, { isDemo: false, publicUrl: 'https://parqueo.example' });
  expect([led.status, led.headers.get('location'), led.headers.get('referrer-policy')]).toEqual([
    303,
    '/mailbox',
    'no-referrer',
  ]);
  const [cookie = '', ...attributes] = (led.headers.get('set-cookie') ?? '').split('; ');
  expect(attributes).toEqual(['Path=/mailbox', 'HttpOnly', 'Secure', 'SameSite=Strict']);
  expect(await (await ask('/mailbox', { isDemo: false, cookie })).text()).toContain(MAIL.subject);
  expect(await (await ask(`/mailbox.json?key=${KEY}`, { isDemo: false })).json()).toHaveLength(1);
});

test.each<[string, string, Circumstances]>([
  ['on a live installation without a key', '', { isDemo: false }],
  ['on a live installation with another key', '?key=guess', { isDemo: false }],
  ['on a live installation with another cookie', '', { isDemo: false, cookie: 'parqueo-mailbox=guess' }],
  ['when mail goes out by SMTP', `?key=${KEY}`, { smtpUrl: 'smtp://127.0.0.1' }],
])('the mailbox does not exist %s', async (_, query, circumstances) => {
  for (const path of ['/mailbox', '/mailbox.json']) {
    expect((await ask(`${path}${query}`, circumstances)).status).toBe(404);
  }
});

test('the confirmation mail has its link as text and as a button', async () => {
  const link = 'http://127.0.0.1:8080/auth/v1/verify?token=t&type=signup';
  const mail = await createAuthMail(
    { kind: 'signup', to: 'ana@parqueo.test', link, code: '123456', newEmail: '' },
    { language: 'en', app: 'Parqueo' },
  );
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
});

const FROM_SETTINGS = { email_from_address: null, email_from_name: null, app_name: 'Parqueo' };

const change = (settings: Record<string, unknown>) =>
  database.sql`update public.installation_settings set ${database.sql(settings)}`;

/** Sends a mail and returns its sender: that of the envelope, and the header that people see. */
async function send({ mailFrom = 'Parqueo <no-reply@parqueo.test>', samples = false } = {}) {
  let envelope = '';
  let headers = '';
  const smtpUrl = await startSmtp({
    async onData(stream, session, done) {
      const text = Buffer.concat(await stream.toArray()).toString();
      envelope = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
      headers = text.slice(0, text.indexOf('\r\n\r\n'));
      done();
    },
  });
  const config = { mailFrom, samples, smtpUrl };
  const readSettings = createSettingsReader({ sql: database.sql, config, maxAgeMs: 0 });
  await createMailer({ config, sql: database.sql, readSettings }).send(MAIL);
  return { envelope, headers, header: headers.match(/^From: (.*(?:\r\n[ \t].*)*)/m)?.[1] };
}

test('mail comes from the address and the name that the operator set', async () => {
  await change({ email_from_address: 'hola@parking.example', email_from_name: 'Parking Colón' });
  const { envelope, header, headers } = await send();
  expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(envelope).toBe('hola@parking.example');
  expect(header).toBe('=?UTF-8?Q?Parking_Col=C3=B3n?= <hola@parking.example>');
});

test('an address alone goes with the name of the product, and a name alone with MAIL_FROM', async () => {
  await change({ email_from_address: 'hola@parking.example', app_name: 'Parking' });
  expect((await send()).header).toBe('Parking <hola@parking.example>');
  await change({ email_from_address: null, email_from_name: 'Front desk' });
  expect((await send()).header).toBe('Front desk <no-reply@parqueo.test>');
  expect((await send({ mailFrom: 'desk@parqueo.test' })).header).toBe('Front desk <desk@parqueo.test>');
});

test('with sample data mail comes from MAIL_FROM', async () => {
  await change({ email_from_address: 'hola@parking.example' });
  expect((await send({ samples: true })).envelope).toBe('no-reply@parqueo.test');
});

test('a name that looks like another address or a list is quoted and stays a name', async () => {
  await change({ email_from_name: 'Parking, Inc.; (desk)' });
  const { envelope, header, headers } = await send();
  expect([envelope, header]).toEqual(['no-reply@parqueo.test', '"Parking, Inc.; (desk)" <no-reply@parqueo.test>']);
  expect(headers).not.toMatch(/^(bcc|cc|reply-to):/im);
});
