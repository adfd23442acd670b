import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, post } from '../../../server/testing/auth.ts';

// A response must not tell whether an address has an account. All addresses have the same length, so responses are compared
// byte by byte after ids, times and addresses are numbered.

const RUNS = 12;
const SEED = 20_261_122;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Headers of the transport. */
const HOPS = new Set(['date', 'connection', 'keep-alive']);

let count = 0;

const auth = await openAuth();
const newEmail = () => `person-${String(count++).padStart(6, '0')}@parqueo.test`;
// No request changes these two accounts, so that all runs share them.
const confirmed = newEmail();
const banned = newEmail();
for (const email of [confirmed, banned]) await createAccount(auth, email);
await auth.database.sql`update auth.users set banned_until = now() + interval '1 day' where email = ${banned}`;
const shutOut = newEmail();
await auth.database.sql`insert into private.suspended_addresses (digest) values (private.digest_address(${shutOut}))`;

const prepare = {
  new: async () => newEmail(),
  async unconfirmed() {
    const email = newEmail();
    await auth.browser().auth.signUp({ email, password: PASSWORD, options: { data: { full_name: 'Ana', a: 1 } } });
    return email;
  },
  confirmed: async () => confirmed,
  banned: async () => banned,
  // Of a suspended person who deleted the account.
  shutOut: async () => shutOut,
};
type Case = keyof typeof prepare;
const CASES = Object.keys(prepare) as Case[];

/** Replaces each id, time and address by its number of appearance, so that equal ones stay equal. */
function numbered(text: string, pattern: RegExp, name: string): string {
  const seen: string[] = [];
  return text.replace(pattern, (found) => {
    if (!seen.includes(found)) seen.push(found);
    return `<${name} ${seen.indexOf(found)}>`;
  });
}

async function readShape(path: string, email: string, body: object): Promise<string> {
  const response = await post(auth, path, { email, ...body });
  const headers = [...response.headers].filter(([name]) => !HOPS.has(name));
  const text = JSON.stringify(response.body).replaceAll(email, '<email>');
  return JSON.stringify([response.status, headers, numbered(numbered(text, UUID, 'id'), TIME, 'time')]);
}

async function readShapes(path: string, body: object): Promise<Record<Case, string>> {
  const shapes = CASES.map(async (who) => [who, await readShape(path, await prepare[who](), body)]);
  return Object.fromEntries(await Promise.all(shapes));
}

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('sub', 'email', 'full_name', 'phone', 'zz', 'b', '__proto__', 'toString'),
);
const metadata = fc.option(fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }), { nil: undefined });

test('a sign-up gets the same bytes for a new, unconfirmed, confirmed or banned account', async () => {
  await fc.assert(
    fc.asyncProperty(metadata, async (data) => {
      const shapes = await readShapes('/signup', { password: PASSWORD, ...(data === undefined ? {} : { data }) });
      for (const who of CASES) expect(shapes[who]).toBe(shapes.new);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test.each([
  ['/recover', {}],
  ['/otp', {}],
  ['/otp', { data: { full_name: 'Ana' } }],
  ['/resend', { type: 'signup' }],
  ['/resend', { type: 'email_change' }],
])('%s with %j gets the same bytes whoever has the address', async (path, body) => {
  const shapes = await readShapes(path, body);
  for (const who of CASES) expect(shapes[who]).toBe(shapes.new);
});

test('a suspended person who left gets no mail and no account, until the operator admits them', async () => {
  const mailsBefore = auth.subjectsTo(shutOut).length;
  const { auth: client } = auth.browser();
  expect((await client.signUp({ email: shutOut, password: PASSWORD })).error).toBeNull();
  expect((await client.signInWithOtp({ email: shutOut })).error).toBeNull();
  expect(await auth.database.sql`select from auth.users where email = ${shutOut}`).toHaveLength(0);
  expect(auth.subjectsTo(shutOut)).toHaveLength(mailsBefore);
  expect((await auth.operator().auth.admin.inviteUserByEmail(shutOut)).error).toBeNull();
  expect((await auth.follow(auth.linkTo(shutOut))).hash).toContain('access_token');
});
