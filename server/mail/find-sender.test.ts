import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSettingsReader } from '../read-settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startSmtp } from '../testing/smtp.ts';
import { createMailer } from './mailer.ts';

const MAIL = { to: 'ana@parqueo.test', subject: 'Hello', text: 'Hello Ana', html: '<p>Hello Ana</p>' };
const FROM_SETTINGS = { email_from_address: null, email_from_name: null, app_name: 'Parqueo' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await change(FROM_SETTINGS);
});
afterAll(() => database.close());

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

test('mail comes from MAIL_FROM until the operator sets a sender', async () => {
  expect(await send()).toMatchObject({ envelope: 'no-reply@parqueo.test', header: 'Parqueo <no-reply@parqueo.test>' });
});

test('mail comes from the address and the name that the operator set', async () => {
  await change({ email_from_address: 'hola@parking.example', email_from_name: 'Parking Colón' });
  const { envelope, header } = await send();
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
