import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMailer, type Mailer } from '../../../server/mail/mailer.ts';
import { type AuthUnderTest, PASSWORD, PUBLIC_URL, startAuth } from '../../../server/testing/auth.ts';

// The mail server accepts no mail until all responses are there: a response that waited for its mail would never come.

let auth: AuthUnderTest;
let smtp: SMTPServer;
let mailer: Mailer;
/** Recipients of mails that are not accepted yet. */
let waiting: { to: string | undefined; accept: () => void }[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => waiting.push({ to: envelope.rcptTo[0]?.address, accept: () => done() }));
    },
  });
  const listener = smtp.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  auth = await startAuth({ mailer: { send: (mail) => mailer.send(mail) } });
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  mailer = createMailer({ config: { mailFrom: 'a@parqueo.test', samples: true, smtpUrl }, sql: auth.database.sql });
});
afterAll(async () => {
  await auth.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const post = (path: string, body: object) =>
  auth.fetch(`${PUBLIC_URL}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey },
    body: JSON.stringify(body),
  });

async function createConfirmed(email: string): Promise<void> {
  await auth.database.sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, now())`;
}

async function createUnconfirmed(email: string): Promise<void> {
  await auth.database.sql`
    insert into auth.users (id, aud, role, email)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email})`;
}

/** Accepts the mails to these people once all of them have arrived. */
async function acceptMailsTo(people: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(waiting.map(({ to }) => to).toSorted()).toEqual(people.toSorted()), 10_000);
  for (const { accept } of waiting) accept();
  waiting = [];
}

test.each([
  ['/signup', { password: PASSWORD }, ['new', 'unconfirmed']],
  ['/recover', {}, ['confirmed', 'unconfirmed']],
  ['/otp', {}, ['new', 'confirmed', 'unconfirmed']],
  ['/resend', { type: 'signup' }, ['unconfirmed']],
])('%s responds before its mail is sent, whether or not there is an account', async (path, rest, mailed) => {
  const toEmail = (who: string) => `${who}-${path.slice(1)}@parqueo.test`;
  await createConfirmed(toEmail('confirmed'));
  await createUnconfirmed(toEmail('unconfirmed'));
  const people = ['new', 'confirmed', 'unconfirmed'].map(toEmail);
  const responses = await Promise.all(people.map((email) => post(path, { email, ...rest })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const shapes = await Promise.all(
    responses.map(async (response) => Object.keys((await response.json()) as object).toSorted()),
  );
  expect(new Set(shapes.map((shape) => shape.join())).size).toBe(1);
  await acceptMailsTo(mailed.map(toEmail));
});
