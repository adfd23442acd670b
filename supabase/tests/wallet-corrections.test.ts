import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, problemOf, refusalOf, withoutRules, withProof } from './as.ts';
import { balanceOf, createDrivers, fillWallet, readPayment, startPayment } from './money-world.ts';
import { openMoney } from './world.ts';

// Above the limit of the settings, which is 5,000, two administrators correct a wallet.

const { sql, cast } = await openMoney();
await sql`update public.installation_settings set wallet_correction_limit = 5000`;
let second: Actor;
beforeEach(async () => {
  second = (await createDrivers(sql)).admin;
});

const adjust = (amount: number, { actor = cast.admin, person = cast.ana, key = randomUUID() } = {}) =>
  as(sql, actor)`select public.adjust_wallet(${person.id}, ${amount}, 'Sorry for that', ${key})`;

async function propose(amount: number, { actor = cast.admin, person = cast.ana, key = randomUUID() } = {}) {
  await as(sql, actor)`select public.propose_correction(${key}, ' Sorry for that ', ${person.id}, ${amount})`;
  return key;
}

const decide = (actor: Actor, correction: string, approve: boolean) =>
  as(sql, actor)`select public.decide_correction(${correction}, ${approve})`;

const readProposals = (actor: Actor) =>
  as(sql, actor)`select amount::int, reason, person_email, proposer_email, is_own from public.proposed_corrections
      where user_id = ${cast.ana.id}`;

test('one administrator corrects wallets by up to the limit within a day, all of them together', async () => {
  await adjust(3000);
  const key = randomUUID();
  await adjust(1000, { key });
  await adjust(1000, { key });
  await adjust(1000, { person: cast.beto });
  const rejected = { hint: 'second-admin-required', detail: '5000.00' };
  for (const person of [cast.ana, cast.beto]) await expect(adjust(0.01, { person })).rejects.toMatchObject(rejected);
  // What is taken is counted by itself, and another administrator too.
  await adjust(-4000);
  await adjust(-1000, { person: cast.beto });
  await fillWallet(sql, cast.beto, 1);
  expect(await problemOf(adjust(-0.01, { person: cast.beto }))).toBe('second-admin-required');
  await adjust(5000, { actor: second });
  expect(await balanceOf(sql, cast.ana)).toBe(5000);
});

test('gifts that are sent at once are counted together, whoever gets them', async () => {
  const people = [cast.ana, cast.beto, cast.suspended, second];
  const gifts = Array.from({ length: 8 }, (_, index) => adjust(1000, { person: people[index % 4] as typeof cast.ana }));
  const outcomes = await Promise.allSettled(gifts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('an administrator writes no balance without a reason; the operator of the database does', async () => {
  await fillWallet(sql, cast.ana, 6000);
  const write = as(sql, cast.admin)`update public.profiles set wallet_balance = 6001 where user_id = ${cast.ana.id}`;
  expect(await problemOf(write)).toBe('reason-required');
  expect(await balanceOf(sql, cast.ana)).toBe(6000);
});

test('what one administrator proposes is posted once when another approves it', async () => {
  const key = await propose(7500);
  await propose(7500, { key });
  for (const [amount, other] of [
    [7501, {}] as const,
    [7500, { person: cast.beto }] as const,
    [7500, { actor: second }] as const,
  ]) {
    expect(await refusalOf(propose(amount, { key, ...other }))).toBe('23514');
  }
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  const { email } = cast.ana;
  const proposal = { amount: 7500, reason: 'Sorry for that', person_email: email, proposer_email: cast.admin.email };
  expect([...(await readProposals(second))]).toEqual([{ ...proposal, is_own: false }]);
  expect([...(await readProposals(cast.admin))]).toEqual([{ ...proposal, is_own: true }]);
  expect([...(await readProposals(cast.ana))]).toEqual([]);
  expect(await problemOf(decide(cast.admin, key, true))).toBe('correction-is-own');
  await Promise.all(Array.from({ length: 4 }, () => decide(second, key, true)));
  expect(await balanceOf(sql, cast.ana)).toBe(7500);
  expect(await problemOf(decide(second, key, false))).toBe('correction-decided');
  expect([...(await readProposals(second))]).toEqual([]);
  const log = await sql`
    select actor_id, action, after ->> 'state' as state from public.audit_log where subject_id = ${key} order by id`;
  expect([...log]).toEqual([
    { actor_id: cast.admin.id, action: 'insert', state: 'proposed' },
    { actor_id: second.id, action: 'update', state: 'approved' },
  ]);
  // It is not a correction of whoever approved it.
  await adjust(5000, { actor: second });
});

test('a correction that anybody declines moves nothing', async () => {
  const declined = await propose(7500);
  await decide(second, declined, false);
  expect(await problemOf(decide(second, declined, true))).toBe('correction-decided');
  const withdrawn = await propose(7500);
  await decide(cast.admin, withdrawn, false);
  expect(await problemOf(decide(second, randomUUID(), true))).toBe('correction-decided');
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('a correction that the wallet cannot take, or whose driver is gone, stays proposed', async () => {
  const tooMuch = await propose(-7500);
  expect(await problemOf(decide(second, tooMuch, true))).toBe('wallet-too-low');
  const gone = await propose(7500);
  await sql`delete from auth.users where id = ${cast.ana.id}`;
  expect(await problemOf(decide(second, gone, true))).toBe('driver-gone');
  expect(await problemOf(propose(1))).toBe('driver-gone');
  const states = await sql`select state from public.wallet_corrections where id = any(${[tooMuch, gone]})`;
  expect(states.map(({ state }) => state)).toEqual(['proposed', 'proposed']);
});

test('a payment above the limit is confirmed by two administrators, with the reference of the first', async () => {
  await sql`update public.installation_settings set top_up_max = 100000`;
  const confirm = (id: string, actor = cast.admin) =>
    as(sql, actor)`select public.confirm_payment(${id}, ${`seen-${id}`}, 'Seen in the portal')`;
  const propose = (id: string, reference = `seen-${id}`, key = randomUUID()) =>
    as(sql, cast.admin, async (tx) => {
      await tx`select public.propose_correction(${key}, 'Seen in the portal', null, null, ${id}, ${reference})`;
      return key;
    });
  const large = await startPayment(sql, cast.ana, { amount: 6000 });
  expect(await problemOf(confirm(large.id))).toBe('second-admin-required');
  expect(await problemOf(propose(large.id, '<b>'))).toBe('payment-not-confirmable');
  expect(await problemOf(propose(randomUUID()))).toBe('payment-not-confirmable');
  const key = await propose(large.id);
  expect([...(await readProposals(second))]).toMatchObject([{ amount: 6000, person_email: cast.ana.email }]);
  expect(await problemOf(decide(cast.admin, key, true))).toBe('correction-is-own');
  await decide(second, key, true);
  expect(await readPayment(sql, large.id)).toMatchObject({ state: 'captured', provider_reference: `seen-${large.id}` });
  expect(await balanceOf(sql, cast.ana)).toBe(6000);
  // Smaller ones count together with what the same administrator corrects.
  await confirm((await startPayment(sql, cast.ana, { amount: 4000 })).id);
  expect(await problemOf(confirm((await startPayment(sql, cast.ana, { amount: 2000 })).id))).toBe(
    'second-admin-required',
  );
  expect(await problemOf(adjust(1000.01))).toBe('second-admin-required');
});

test('a limit that the owner raises counts a day later, one that is lowered at once', async () => {
  await sql`update private.installation set owner_id = ${cast.admin.id}`;
  const proven = await withProof(sql, cast.admin);
  const limit = (most: number) =>
    as(sql, proven)`update public.installation_settings set wallet_correction_limit = ${most}`;
  await limit(1_000_000);
  await expect(adjust(5000.01)).rejects.toMatchObject({ hint: 'second-admin-required', detail: '5000.00' });
  await withoutRules(sql)`update public.audit_log set created_at = now() - interval '25 hours'`;
  await adjust(6000);
  await limit(7000);
  expect(await problemOf(adjust(1000.01))).toBe('second-admin-required');
  await sql`update public.installation_settings set wallet_correction_limit = 5000`;
});
