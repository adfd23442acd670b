import { expect, test, vi } from 'vitest';
import { openAuth, PASSWORD, post } from '../../../server/testing/auth.ts';

// No mail is accepted until all responses are there: a response that waited for its mail would never come.

/** Mails that are not accepted yet. */
let waiting: { to: string; accept: () => void }[] = [];

const send = ({ to }: { to: string }) => new Promise<void>((accept) => waiting.push({ to, accept }));
const auth = await openAuth({ mailer: { send } });

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
  await auth.database.sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at) values
      (gen_random_uuid(), 'authenticated', 'authenticated', ${toEmail('confirmed')}, now()),
      (gen_random_uuid(), 'authenticated', 'authenticated', ${toEmail('unconfirmed')}, null)`;
  const people = ['new', 'confirmed', 'unconfirmed'].map(toEmail);
  const responses = await Promise.all(people.map((email) => post(auth, path, { email, ...rest })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  await acceptMailsTo(mailed.map(toEmail));
});
