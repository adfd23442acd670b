import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, createSpace, employ, errorOf, readValue, withoutRules } from './as.ts';
import { readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { expectProblem, openMoney } from './world.ts';

// Cash shifts, and a dishonest cashier's week. The space costs 5 an hour; a driver pays 10 for two.

const { sql, cast, space } = await openMoney();
await sql`update public.installation_settings set cash_confirm_limit = 50, cash_difference_limit = 2`;

const WHY = 'Paper for the printer';
let cashier: Actor;
let colleague: Actor;
let manager: Actor;
beforeEach(async () => {
  const drivers = await money.createDrivers(sql);
  cashier = drivers.ana;
  colleague = drivers.beto;
  manager = drivers.admin;
  await sql`delete from public.user_roles where user_id = ${manager.id}`;
  await employ(sql, cashier, 'cashier', space.zoneId);
  await employ(sql, colleague, 'cashier', space.zoneId);
  await employ(sql, manager, 'manager', space.zoneId);
  // The manager was an administrator, with a shift.
  await withoutRules(sql)`delete from public.shifts where cashier_id = ${manager.id}`;
});

type Shift = { id: string; expected: number | null; counted: number; difference: number; is_forgotten: boolean };
type Slip = Shift & {
  cash: number;
  refunds: number;
  terminal: number;
  transfer: number;
  stays: number;
};
const open = async (actor: Actor, float = 20, key = randomUUID(), zone: string | null = space.zoneId) =>
  (await readValue<Shift>(as(sql, actor)`select public.open_shift(${key}, ${zone}, ${float})`)).id;
const move = (actor: Actor, kind: string, amount: number, key = randomUUID(), reason: string | null = WHY) =>
  readValue<string>(as(sql, actor)`select public.move_cash(${key}, ${kind}, ${amount}, ${reason})`);
const decide = (actor: Actor, movement: string, approve = true) =>
  as(sql, actor)`select public.decide_movement(${movement}, ${approve})`;
const close = (actor: Actor, shift: string, counts: object, note: string | null = null) =>
  readValue<Slip>(as(sql, actor)`select public.close_shift(${shift}, ${sql.json(counts as never)}, ${note})`);
const explain = (actor: Actor, shift: string, note: string, counts: object = { 20: 1 }) =>
  close(actor, shift, counts, note);
const correct = (actor: Actor, shift: string, amount: number, key = randomUUID()) =>
  as(sql, actor)`select public.move_cash(${key}, 'correction', ${amount}, ${WHY}, ${shift})`;
const list = (actor: Actor) =>
  as(sql, actor)<{ list_shifts: Slip }[]>`
    select * from public.list_shifts(private.country_day(now()), private.country_day(now()))`;
const mine = (actor: Actor) =>
  readValue<{ shift: Shift | null; waiting: { id: string }[] }>(as(sql, actor)`select public.my_shift()`);
let hours = 0;
/** Sells two hours to Ana at the desk. */
const sell = (actor: Actor, desk: Partial<money.OperatorBooking> = {}) => {
  hours += 3;
  return money.reserveForDriver(sql, actor, cast.ana, {
    ...space,
    from: hours,
    seenAmount: 10,
    paidAtDesk: 10,
    ...desk,
  });
};
const cancel = (actor: Actor, { id }: { id: string }, why: string | null = WHY) =>
  as(sql, actor)`select public.cancel_reservation(${id}, false, ${why})`;

test('a shift says what it took, by method, and what was counted', async () => {
  const shift = await open(cashier, 20);
  const sold = await sell(cashier);
  await sell(cashier, { deskMethod: 'terminal', deskReference: 'apr-001' });
  await sell(cashier, { deskMethod: 'transfer', deskReference: 'BHD 77'.replace(' ', '') });
  const { id } = await sell(cashier);
  await money.moveReservation(sql, { id }, -hours - 1);
  const { end_time: end } = await readReservation(sql, id);
  await as(sql, cashier)`select public.extend_reservation(${id}, 1, ${end}, 5, ${WHY}, 'wallet', 5)`;
  await move(cashier, 'in', 7);
  await move(cashier, 'out', 3);
  await move(cashier, 'drop', 9, randomUUID(), null);
  expect((await mine(cashier)).shift).toMatchObject({ id: shift, expected: null });
  const slip = await close(cashier, shift, { 20: 2, 1: 1, 0.25: 2 });
  expect(slip).toMatchObject({
    cash: 25,
    terminal: 10,
    transfer: 10,
    refunds: 0,
    stays: 4,
    expected: 40,
    counted: 41.5,
    difference: 1.5,
    is_forgotten: false,
    needs_note: false,
    in: 7,
    out: 3,
    drop: 9,
  });
  expect(sold.payment_method).toBe('wallet');
  expect((await list(manager)).map(({ list_shifts: listed }) => listed.id)).toContain(shift);
});

test('what was paid in cash goes back in cash, by a manager with a shift whose drawer holds it', async () => {
  await open(cashier);
  const sold = await sell(cashier);
  await expectProblem('shift-needed', cancel(manager, sold));
  const shift = await open(manager, 9.99);
  await expectProblem('reason-required', cancel(manager, sold, null));
  await expectProblem('drawer-too-low', cancel(manager, sold));
  await move(manager, 'in', 1);
  await cancel(manager, sold);
  expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  expect(await close(manager, shift, {})).toMatchObject({ refunds: 10, expected: 0.99, cash: 0 });
});

test('the drawer of a zone takes and gives back no money of another zone', async () => {
  const there = await createSpace(sql, { hourlyRate: 5 });
  await employ(sql, manager, 'manager', there.zoneId);
  const shift = await open(manager, 20, randomUUID(), there.zoneId);
  const sold = await sell(manager, there);
  for (const deskMethod of ['cash', 'terminal']) {
    await expectProblem('shift-of-other-zone', sell(manager, { deskMethod, deskReference: randomUUID().slice(0, 8) }));
  }
  await close(manager, shift, { 20: 1, 10: 1 });
  await open(manager);
  await expectProblem('shift-of-other-zone', cancel(manager, sold));
  await sell(manager);
});

test('a forgotten shift is closed by a manager, says so and keeps its day; a correction is another row', async () => {
  const shift = await open(cashier);
  await withoutRules(sql)`update public.shifts set opened_at = opened_at - interval '1 day' where id = ${shift}`;
  expect(await close(manager, shift, { 10: 2 }, 'Went home ill')).toMatchObject({ is_forgotten: true, difference: 0 });
  expect(await list(manager)).toEqual([]);
  const key = randomUUID();
  await correct(manager, shift, -1.5, key);
  await correct(manager, shift, -1.5, key);
  const [posted] = await sql`
    select sum(amount) filter (where account = 'safe') as safe, sum(amount) filter (where account = 'cash_over_short') as short
    from private.postings where key = ${`shift_correction ${key}`}`;
  expect(posted).toEqual({ safe: '1.50', short: '-1.50' });
  await expectProblem(
    '42501',
    sql`update public.shifts set counted = 1 where id = ${shift}` as unknown as Promise<unknown>,
  );
  await expectProblem('42501', sql`delete from public.shifts where id = ${shift}` as unknown as Promise<unknown>);
});

test('a deposit has the reference of its slip, once', async () => {
  const key = randomUUID();
  const reference = randomUUID().slice(0, 8);
  const deposit = (id = key) =>
    as(sql, cast.admin)`select public.deposit_at_bank(${id}, 'safe', 30, ${` ${reference} `})`;
  const bank = await money.sumOf(sql, 'bank');
  await deposit();
  await deposit();
  await expectProblem('reference-used', deposit(randomUUID()));
  for (const same of [`0${reference}`, [...reference].join('-').toUpperCase()]) {
    const again = as(sql, cast.admin)`select public.deposit_at_bank(${randomUUID()}, 'safe', 30, ${same})`;
    await expectProblem('reference-used', again);
  }
  expect(await money.sumOf(sql, 'bank')).toBe(bank - 30);
});

describe('a dishonest cashier', () => {
  let shift: string;
  beforeEach(async () => {
    shift = await open(cashier);
  });

  test('learns it from no refusal of a count that nobody could make', async () => {
    await sell(cashier);
    await move(cashier, 'drop', 49);
    await withoutRules(sql)`update public.installation_settings set currency = 'DOP'`;
    const { hint, detail } = await errorOf(close(cashier, shift, { 2000: 49_999, 1: 1_999 }));
    await withoutRules(sql)`update public.installation_settings set currency = 'USD'`;
    expect([hint, detail]).toEqual(['amount-out-of-range', undefined]);
  });

  test('explains a difference with the count in words too', async () => {
    await expectProblem('reason-required', close(cashier, shift, { 20: 9 }, '.'));
    await close(cashier, shift, { 20: 9 }, 'Somebody left a tip');
  });

  test.each([
    'Paper\u202e for the printer',
    'Paper for the\u0001 printer',
    `Paper for the printe${'\u0301'.repeat(9)}r`,
  ])('gives no reason that reads otherwise (case %#)', async (reason) => {
    await expectProblem('reason-required', move(cashier, 'in', 1, randomUUID(), reason));
    await move(cashier, 'in', 1, randomUUID(), 'Papel\nde impresión');
  });

  test('who presses twice opens one shift', async () => {
    const key = randomUUID();
    expect(await Promise.all([open(colleague, 20, key), open(colleague, 20, key)])).toEqual([key, key]);
    const others = await Promise.allSettled([open(manager), open(manager)]);
    expect(others.flatMap((other) => (other.status === 'rejected' ? [other.reason.hint] : []))).toEqual(['shift-open']);
  });

  test('is told nothing of what should be there before the count', async () => {
    await sell(cashier);
    const told = JSON.stringify([await mine(cashier), await list(manager)]);
    for (const word of ['"cash"', '"expected":30', '"refunds"']) expect(told).not.toContain(word);
    expect(await as(sql, cashier)`select * from public.shifts`).toEqual([]);
    expect(
      await as(sql, cashier)`select * from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
      where a.kind = 'cash'`,
    ).toEqual([]);
    // Taking out more than there is says nothing either.
    expect(await move(cashier, 'drop', 50)).toBe('done');
  });

  test('does not count again after seeing the difference, nor opens another shift without a note', async () => {
    await sell(cashier);
    const first = await close(cashier, shift, { 20: 1 });
    expect(first).toMatchObject({ difference: -10, needs_note: true });
    await expectProblem('shift-closed', close(cashier, shift, { 20: 1, 10: 1 }));
    await expectProblem('shift-needs-note', open(cashier));
    await expectProblem('reason-required', explain(cashier, shift, 'short'));
    await expectProblem('42501', explain(colleague, shift, 'I lent ten to a driver'));
    await explain(cashier, shift, 'I lent ten to a driver');
    await expectProblem('shift-closed', explain(cashier, shift, 'It was somebody else'));
    await open(cashier);
  });

  test('does not have two shifts, nor reopen one, nor use that of another', async () => {
    await expectProblem('shift-open', open(cashier));
    await expectProblem('shift-needed', sell(colleague));
    await expectProblem('42501', close(colleague, shift, { 20: 1 }));
    await close(cashier, shift, { 20: 1 });
    await expectProblem('shift-needed', sell(cashier));
    await expectProblem('shift-needed', move(cashier, 'drop', 1));
    await employ(sql, cashier, 'manager', space.zoneId);
    await expectProblem('second-person-needed', correct(cashier, shift, 5));
    await expectProblem('shift-open', correct(manager, await open(colleague), 5));
  });

  test('does not drop above the limit to oneself, in parts, or close while it waits', async () => {
    expect(await move(cashier, 'out', 30)).toBe('done');
    const key = randomUUID();
    expect(await move(cashier, 'drop', 20.01, key)).toBe('waiting');
    await expectProblem('second-person-needed', decide(cashier, key));
    await expectProblem('movement-waits', close(cashier, shift, { 10: 1 }));
    expect((await mine(colleague)).waiting.map(({ id }) => id)).toContain(key);
    await decide(colleague, key);
    await decide(colleague, key);
    await expectProblem('movement-decided', decide(colleague, key, false));
    const withdrawn = randomUUID();
    await move(cashier, 'drop', 60, withdrawn);
    await decide(cashier, withdrawn, false);
    expect(await close(cashier, shift, {})).toMatchObject({ expected: -30.01 });
  });

  test('does not confirm a movement by an account that they have made staff', async () => {
    const boss = cast.admin;
    const key = randomUUID();
    for (const person of [colleague, manager]) await employ(sql, person, 'cashier');
    await move(boss, 'in', 60);
    await move(boss, 'out', 60, key);
    await sql`insert into public.audit_log (actor_id, action, subject_table, before, after)
      values (${boss.id}, 'update', 'zone_staff', jsonb_build_object('invited_by', ${boss.id}::text),
        jsonb_build_object('user_id', ${colleague.id}::text))`;
    await expectProblem('second-person-needed', decide(colleague, key));
    await decide(manager, key);
  });

  test('gains nothing from a lost response: each act is done once', async () => {
    const key = randomUUID();
    const movement = randomUUID();
    const id = randomUUID();
    for (let tries = 0; tries < 2; tries += 1) {
      await open(colleague, 10, key);
      await move(colleague, 'in', 5, movement);
      await money.reserveForDriver(sql, colleague, cast.ana, {
        id,
        ...space,
        from: 100,
        seenAmount: 10,
        paidAtDesk: 10,
      });
    }
    const counts = { 20: 1, 5: 1 };
    expect(await close(colleague, key, counts)).toEqual(await close(colleague, key, counts));
    expect((await list(manager)).find(({ list_shifts: { id: listed } }) => listed === key)?.list_shifts).toMatchObject({
      cash: 10,
      stays: 1,
      expected: 25,
      difference: 0,
    });
  });

  test('does not take money for oneself, or give back in cash what was not', async () => {
    await expectProblem(
      'own-money',
      money.reserveForDriver(sql, cashier, cashier, { ...space, from: 100, seenAmount: 10, paidAtDesk: 10 }),
    );
    // A refund in cash of what was not paid in cash goes to the wallet.
    const byCard = await sell(cashier, { deskMethod: 'terminal', deskReference: '004711' });
    await money.refundReservation(sql, cast.admin, byCard, { amount: 10 });
    expect(await money.balanceOf(sql, cast.ana)).toBe(10);
  });

  test('uses no approval of a terminal or a transfer twice, and none that is invented without one', async () => {
    await expectProblem('reference-required', sell(cashier, { deskMethod: 'terminal' }));
    await expectProblem('reference-required', sell(cashier, { deskMethod: 'transfer', deskReference: ' 1 ' }));
    for (const deskMethod of ['terminal', 'transfer']) {
      await sell(cashier, { deskMethod, deskReference: 'abc-123' });
      for (const deskReference of [' ABC-123', '00abc123']) {
        await expectProblem('reference-used', sell(cashier, { deskMethod, deskReference }));
      }
    }
    await expectProblem('23514', sell(cashier, { deskMethod: 'beans' }));
  });

  test('does not invent bills', async () => {
    for (const counts of [{ 3: 1 }, { 20: -1 }, { 20: 1.5 }, { 20: '1' }, { 200000: 1 }, { 20: 100_000 }]) {
      await expectProblem('23514', close(cashier, shift, counts));
    }
  });

  test('has no rights any more once the duty ends, and a manager closes the shift', async () => {
    await sql`delete from public.zone_staff where user_id = ${cashier.id}`;
    await expectProblem('42501', sell(cashier));
    await expectProblem('42501', close(cashier, shift, { 20: 1 }));
    await close(manager, shift, { 20: 1 });
  });
});

test('cash that no shift has moved, and a closed shift that still holds some, break the books', async () => {
  const rules = async (statement: string) => {
    const found = sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(statement);
      const broken = await tx`select rule from private.check_books() where faults > 0`;
      throw Object.assign(new Error('undone'), { rules: broken.map(({ rule }) => rule) });
    });
    return found.catch((thrown: { rules: string[] }) => thrown.rules);
  };
  const shift = await open(cashier);
  await sell(cashier);
  expect(await rules('update public.ledger_transactions set shift_id = null')).toContain(
    'cash-is-what-open-shifts-hold',
  );
  expect(
    await rules(`update public.shifts set closed_at = now(), closed_by = 'x', counts = '{}', counted = 0, expected = 0,
    difference = 0 where id = '${shift}'`),
  ).toContain('cash-is-what-open-shifts-hold');
  await close(cashier, shift, { 20: 2 });
  expect(await rules(`update public.shifts set counted = 31, difference = 1 where id = '${shift}'`)).toContain(
    'counts-are-posted',
  );
});
