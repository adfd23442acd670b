import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeProblem, type ProblemKey } from '../../domain/problems.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import {
  type Actor,
  ANONYMOUS,
  as,
  type Cast,
  createCast,
  createSpace,
  refusalOf,
  reserve,
  reserveInPast,
  SERVICE,
} from './as.ts';

const MINUTE = 1 / 60;

let database: TestDatabase;
let cast: Cast;
let spaceId: string;
let did: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  cast = await createCast(database.sql);
  ({ spaceId } = await createSpace(database.sql));
  did = `KV-${randomUUID().slice(0, 8)}`;
  await putLock(did);
});
afterAll(() => database.close());

const putLock = (device: string | null, space = spaceId) =>
  database.sql`update public.parking_spaces set kavass_device_id = ${device} where id = ${space}`;

type Begun = { command: string; is_new: boolean; did?: string };
type Request = { reservation: string; action?: 'open' | 'close'; key?: string; assurance?: string };

async function begin({ id }: Actor, { reservation, action = 'open', key = randomUUID(), assurance = 'aal1' }: Request) {
  const [row] = await as(
    database.sql,
    SERVICE,
    (tx) =>
      tx<{ begun: Begun }[]>`
        select public.begin_barrier_command(${id}, ${reservation}, ${action}, ${key}, ${assurance}) as begun`,
  );
  if (row === undefined) throw new Error('No command came back');
  return row.begun;
}
const finish = (command: string, outcome = 'moved', code = 200) =>
  as(
    database.sql,
    SERVICE,
    (tx) => tx`select public.finish_barrier_command(${command}, ${outcome}, ${code}, 'success')`,
  );
const readOutcome = async (command: string) => {
  const [row] = await as(database.sql, SERVICE, (tx) => tx`select public.read_barrier_command(${command}) as outcome`);
  return row?.outcome;
};
const countCommands = async () => {
  const [row] = await database.sql`select count(*)::int as count from private.barrier_commands where did = ${did}`;
  return row?.count;
};

/** The rule that a command breaks; it says a sentence, and leaves no command. */
async function problemOf(actor: Actor, request: Request): Promise<string> {
  const before = await countCommands();
  const error = await begin(actor, request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const hint = (error as { hint?: string } | null)?.hint ?? 'none';
  expect(describeProblem(hint as ProblemKey)).toMatch(/\.$/);
  expect(await countCommands()).toBe(before);
  return hint;
}

const complete = (actor: Actor, id: string) =>
  as(
    database.sql,
    actor,
    (tx) => tx`update public.reservations set status = 'completed' where id = ${id} returning id`,
  );

const cancel = (actor: Actor, id: string) =>
  as(
    database.sql,
    actor,
    (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id} returning id`,
  );

/** A reservation of this driver, who has opened the barrier and has just ended the reservation. */
async function parkAndEnd(actor: Actor): Promise<string> {
  const { id } = await reserve(database.sql, actor, { spaceId, from: -1, to: 1 });
  await finish((await begin(actor, { reservation: id })).command);
  await complete(actor, id);
  return id;
}

describe('opening', () => {
  test.each([
    ['9 minutes before the start', 9 * MINUTE, 2],
    ['during the stay', -1, 1],
  ])('a driver opens the barrier of their space %s', async (_when, from, to) => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from, to });
    expect(await begin(cast.ana, { reservation: id })).toMatchObject({ is_new: true, did });
  });

  test('a driver who is late opens it until the reservation expires, to get the car out', async () => {
    const { id } = await reserveInPast(database.sql, cast.ana, { spaceId, from: -24, to: -23 });
    expect(await begin(cast.ana, { reservation: id })).toMatchObject({ is_new: true });
    const older = await reserveInPast(database.sql, cast.ana, { spaceId, from: -26, to: -25 });
    expect(await problemOf(cast.ana, { reservation: older.id })).toBe('barrier-without-reservation');
  });

  test('a driver who is late opens it no more once the reservation of somebody else is under way', async () => {
    const late = await reserveInPast(database.sql, cast.ana, { spaceId, from: -3, to: -1 });
    await finish((await begin(cast.ana, { reservation: late.id })).command);
    const next = await reserveInPast(database.sql, cast.beto, { spaceId, from: -0.5, to: 1 });
    expect(await problemOf(cast.ana, { reservation: late.id })).toBe('barrier-of-next-reservation');
    expect(await begin(cast.beto, { reservation: next.id })).toMatchObject({ is_new: true });
  });

  test('nobody opens it earlier than 10 minutes before the start', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 11 * MINUTE, to: 2 });
    expect(await problemOf(cast.ana, { reservation: id })).toBe('barrier-too-early');
  });

  test('before the start the barrier stays up while the reservation of somebody else is not over', async () => {
    const before = await reserve(database.sql, cast.beto, { spaceId, from: -1, to: 8 * MINUTE });
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 8 * MINUTE, to: 2 });
    expect(await problemOf(cast.ana, { reservation: id })).toBe('barrier-still-of-other');
    await complete(cast.beto, before.id);
    expect(await begin(cast.ana, { reservation: id })).toMatchObject({ is_new: true });
  });

  test.each(['completed', 'cancelled'])('a %s reservation opens nothing', async (status) => {
    const from = status === 'completed' ? -1 : 5 * MINUTE;
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from, to: 1 });
    await as(
      database.sql,
      cast.ana,
      (tx) => tx`update public.reservations set status = ${status} where id = ${id} returning id`,
    );
    expect(await problemOf(cast.ana, { reservation: id })).toBe('barrier-without-reservation');
  });

  test('another driver, an administrator and a made-up reservation open nothing', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    expect(await problemOf(cast.beto, { reservation: id })).toBe('barrier-without-reservation');
    expect(await problemOf(cast.admin, { reservation: id })).toBe('barrier-without-reservation');
    expect(await problemOf(cast.ana, { reservation: randomUUID() })).toBe('barrier-without-reservation');
  });

  test.each([null, '', '  '])('a space with the lock %j has no barrier', async (device) => {
    await putLock(device);
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    expect(await problemOf(cast.ana, { reservation: id })).toBe('barrier-missing');
  });

  test('a suspended driver opens only a reservation that has begun, to leave', async () => {
    const parked = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 5 * MINUTE });
    const later = await reserve(database.sql, cast.ana, { spaceId, from: 5 * MINUTE, to: 1 });
    await database.sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
    expect(await begin(cast.ana, { reservation: parked.id })).toMatchObject({ is_new: true });
    expect(await problemOf(cast.ana, { reservation: later.id })).toBe('account-shut-out');
    await complete(cast.ana, parked.id);
    expect(await problemOf(cast.ana, { reservation: parked.id, action: 'close' })).toBe('account-shut-out');
  });

  test('a driver with a second factor opens it with a code only', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await database.sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${cast.ana.id}, 'totp', 'verified')`;
    expect(await refusalOf(begin(cast.ana, { reservation: id }))).toBe('42501');
    expect(await countCommands()).toBe(0);
    expect(await begin(cast.ana, { reservation: id, assurance: 'aal2' })).toMatchObject({ is_new: true });
  });
});

describe('closing', () => {
  test('a driver who has ended a reservation raises the barrier behind them', async () => {
    const id = await parkAndEnd(cast.ana);
    expect(await begin(cast.ana, { reservation: id, action: 'close' })).toMatchObject({ is_new: true, did });
  });

  test('nobody raises it during the reservation', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-reservation-not-ended');
  });

  test('nobody raises it more than 30 minutes after they ended the reservation', async () => {
    const id = await parkAndEnd(cast.ana);
    await database.sql`
      update public.user_activity set created_at = now() - interval '31 minutes'
      where user_id = ${cast.ana.id} and activity_type = 'reservation_completed'`;
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-close-too-late');
  });

  test('nobody raises it when the end was tapped long ago, and told late', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await as(
      database.sql,
      cast.ana,
      (tx) => tx`
        update public.reservations set status = 'completed', ended_at = now() - interval '31 minutes'
        where id = ${id} returning id`,
    );
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-close-too-late');
  });

  test.each(['occupied', 'maintenance'])('nobody raises it on a space that is %s', async (status) => {
    const id = await parkAndEnd(cast.ana);
    await database.sql`update public.parking_spaces set status = ${status} where id = ${spaceId}`;
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
  });

  test('nobody raises it after an administrator has ended the reservation', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await complete(cast.admin, id);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-close-too-late');
  });

  test.each([
    ['is on the space', 0, 1],
    ['may come early', 9 * MINUTE, 1],
  ])('nobody raises it when another driver %s', async (_why, from, to) => {
    const id = await parkAndEnd(cast.ana);
    const other = await reserve(database.sql, cast.beto, { spaceId, from, to });
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
    await cancel(cast.admin, other.id);
    expect(await begin(cast.ana, { reservation: id, action: 'close' })).toMatchObject({ is_new: true });
  });

  test('nobody raises it who has not opened it in this reservation', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await finish((await begin(cast.ana, { reservation: id })).command, 'barrier-offline', 40030);
    await complete(cast.ana, id);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-not-opened');
  });

  test('nobody raises the barrier of a space that they moved to and have not opened', async () => {
    const other = await createSpace(database.sql);
    await database.sql`
      update public.parking_spaces set zone_id = (select zone_id from public.parking_spaces where id = ${spaceId})
      where id = ${other.spaceId}`;
    await putLock(`${did}-2`, other.spaceId);
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await finish((await begin(cast.ana, { reservation: id })).command);
    const [moved] = await as(
      database.sql,
      cast.ana,
      (tx) => tx`select parking_space_id from public.swap_space(${id}, ${spaceId}, ${randomUUID()})`,
    );
    expect(moved?.parking_space_id).toBe(other.spaceId);
    await complete(cast.ana, id);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-not-opened');
  });

  test('nobody raises it below a driver who opened it and whose reservation an administrator then cancelled', async () => {
    const id = await parkAndEnd(cast.ana);
    const other = await reserve(database.sql, cast.beto, { spaceId, from: 9 * MINUTE, to: 1 });
    await finish((await begin(cast.beto, { reservation: other.id })).command);
    await cancel(cast.admin, other.id);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
  });

  test('nobody raises it within 5 minutes of the end of another driver, who may be driving out', async () => {
    const other = await parkAndEnd(cast.beto);
    const id = await parkAndEnd(cast.ana);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
    const age = (minutes: number) =>
      database.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`update public.reservations set ended_at = now() - ${`${minutes} minutes`}::interval where id = ${other}`;
        await tx`
        update public.user_activity set created_at = now() - ${`${minutes} minutes`}::interval where user_id = ${cast.beto.id}`;
      });
    await age(4);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
    await age(6);
    expect(await begin(cast.ana, { reservation: id, action: 'close' })).toMatchObject({ is_new: true });
  });

  test('nobody raises it while the car of somebody who is late may be there', async () => {
    await reserveInPast(database.sql, cast.beto, { spaceId, from: -5, to: -4 });
    const id = await parkAndEnd(cast.ana);
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
  });

  test('a lock of two spaces stays down while the other space is used', async () => {
    const id = await parkAndEnd(cast.ana);
    const other = await createSpace(database.sql);
    await putLock(did, other.spaceId);
    await reserve(database.sql, cast.beto, { spaceId: other.spaceId, from: -1, to: 1 });
    expect(await problemOf(cast.ana, { reservation: id, action: 'close' })).toBe('barrier-space-used');
  });
});

describe('one command', () => {
  test('a repeat with the same key is the same command, with its outcome', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const request = { reservation: id, key: randomUUID() };
    const { command } = await begin(cast.ana, request);
    expect(await begin(cast.ana, request)).toEqual({ command, is_new: false });
    expect(await readOutcome(command)).toBeNull();
    await finish(command);
    // Also when the rules would not allow a new one any more.
    await complete(cast.ana, id);
    expect(await begin(cast.ana, request)).toEqual({ command, is_new: false });
    expect(await readOutcome(command)).toBe('moved');
    expect(await countCommands()).toBe(1);
  });

  test('a key of one command is not taken for another, and a key of somebody else is no matter', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const key = randomUUID();
    const { command } = await begin(cast.ana, { reservation: id, key });
    expect(await refusalOf(begin(cast.ana, { reservation: id, key, action: 'close' }))).toBe('23514');
    expect(await refusalOf(begin(cast.ana, { reservation: randomUUID(), key }))).toBe('23514');
    expect(await problemOf(cast.beto, { reservation: id, key })).toBe('barrier-without-reservation');
    expect(await readOutcome(command)).toBeNull();
  });

  test('50 phones of a driver that open at once give one command', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => begin(cast.ana, { reservation: id })));
    const commands = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(commands.filter(({ is_new }) => is_new)).toHaveLength(1);
    expect(new Set(commands.map(({ command }) => command)).size).toBe(1);
    // The others came too often.
    expect(commands).toHaveLength(10);
  });

  test('a driver who opens and cancels at once gets one of both', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 9 * MINUTE, to: 1 });
    let cancelling: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await as(database.sql, SERVICE, async (tx) => {
      await tx`select public.begin_barrier_command(${String(cast.ana.id)}, ${id}, 'open', ${randomUUID()})`;
      cancelling = Promise.allSettled([cancel(cast.ana, id)]);
      await Promise.race([cancelling, wait(500)]);
    });
    expect(await cancelling).toMatchObject([{ status: 'rejected', reason: { hint: 'reservation-begun' } }]);
  });

  test('a second phone does not count as an opening when the barrier did not open', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 9 * MINUTE, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    await begin(cast.ana, { reservation: id });
    await finish(command, 'barrier-offline', 40030);
    expect(await cancel(cast.ana, id)).toHaveLength(1);
  });

  test('the key of a second phone stays the command of the first', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    const second = { reservation: id, key: randomUUID() };
    expect(await begin(cast.ana, second)).toEqual({ command, is_new: false });
    await finish(command);
    expect(await begin(cast.ana, second)).toEqual({ command, is_new: false });
  });

  test('a barrier with a command under way takes no other, until that is done', async () => {
    const id = await parkAndEnd(cast.ana);
    const next = await createSpace(database.sql);
    await putLock(did, next.spaceId);
    const other = await reserve(database.sql, cast.beto, { spaceId: next.spaceId, from: 2, to: 3 });
    const { command } = await begin(cast.ana, { reservation: id, action: 'close' });
    await database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.reservations set start_time = now() where id = ${other.id}`;
    });
    expect(await problemOf(cast.beto, { reservation: other.id })).toBe('barrier-busy');
    await finish(command);
    expect(await begin(cast.beto, { reservation: other.id })).toMatchObject({ is_new: true });
  });

  test('a command of a server that was stopped blocks the barrier for 30 seconds', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    await database.sql`
      update private.barrier_commands set created_at = now() - interval '31 seconds' where id = ${command}`;
    expect(await begin(cast.ana, { reservation: id })).toMatchObject({ is_new: true });
    expect(await readOutcome(command)).toBe('barrier-no-response');
  });

  test('a driver sends at most 10 commands a minute', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    for (let sent = 0; sent < 10; sent += 1) await finish((await begin(cast.ana, { reservation: id })).command);
    expect(await problemOf(cast.ana, { reservation: id })).toBe('barrier-too-often');
    await database.sql`
      update private.barrier_commands set created_at = created_at - interval '1 minute' where user_id = ${cast.ana.id}`;
    expect(await begin(cast.ana, { reservation: id })).toMatchObject({ is_new: true });
  });

  test('a driver sends at most 100 commands a day', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await database.sql`
      insert into private.barrier_commands (user_id, key, reservation_id, did, type, outcome, created_at)
      select ${cast.ana.id}, gen_random_uuid(), ${id}, ${did}, 1, 'moved', now() - interval '1 hour' from generate_series(1, 100)`;
    expect(await problemOf(cast.ana, { reservation: id })).toBe('barrier-too-often');
  });

  test('commands older than a day go when the driver gives the next one', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await finish((await begin(cast.ana, { reservation: id })).command);
    await database.sql`
      update private.barrier_commands set created_at = now() - interval '25 hours' where user_id = ${cast.ana.id}`;
    await finish((await begin(cast.ana, { reservation: id })).command);
    // A reservation under way keeps its commands: they say that it has begun.
    expect(await countCommands()).toBe(2);
    await complete(cast.ana, id);
    await begin(cast.ana, { reservation: id, action: 'close' });
    expect(await countCommands()).toBe(2);
  });
});

describe('the record', () => {
  const entries = () =>
    database.sql`
      select actor_id, action, after - 'command' as after from public.audit_log where subject_id = ${did} order by id`;

  test('a command is in the audit log with its driver, before it is sent and with its outcome', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    const sent = { type: 1, reservation: id, state: 'sent' };
    expect(await entries()).toEqual([{ actor_id: cast.ana.id, action: 'lower', after: sent }]);
    await finish(command);
    expect((await entries())[1]).toEqual({
      actor_id: cast.ana.id,
      action: 'lower',
      after: { ...sent, state: 'answered', code: 200, msg: 'success', outcome: 'moved' },
    });
  });

  test('the log of administrators leaves the commands of drivers out, by an index', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await begin(cast.ana, { reservation: id });
    await database.sql`select public.record_lock_command(${cast.admin.id}, ${randomUUID()}, ${did}, 2)`;
    const found = await as(
      database.sql,
      cast.admin,
      (tx) => tx`select actor_email, is_of_driver from public.admin_audit_log where subject_id = ${did} order by id`,
    );
    expect(found).toEqual([
      { actor_email: cast.ana.email, is_of_driver: true },
      { actor_email: cast.admin.email, is_of_driver: false },
    ]);
    const plan = await database.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select * from public.admin_audit_log where is_of_driver = false order by id desc limit 10`;
    });
    expect(JSON.stringify(plan)).toContain('audit_log_of_administrators');
  });

  test('the activity of a driver tells which barriers moved, and not which did not', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await finish((await begin(cast.ana, { reservation: id })).command, 'barrier-offline', 40030);
    await finish((await begin(cast.ana, { reservation: id })).command);
    const activity = await as(
      database.sql,
      cast.ana,
      (tx) => tx`
        select activity_type, activity_data from public.user_activity where activity_type like 'barrier%'`,
    );
    expect(activity).toEqual([{ activity_type: 'barrier_opened', activity_data: { reservation_id: id } }]);
  });

  test('the first outcome of a command reservations', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    await finish(command, 'barrier-no-response');
    await finish(command);
    expect(await readOutcome(command)).toBe('barrier-no-response');
  });

  test('an outcome that does not exist is not recorded', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    expect(await refusalOf(finish(command, 'exploded'))).toBe('23514');
    expect(await readOutcome(command)).toBeNull();
  });

  test('commands go with the account', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    await begin(cast.ana, { reservation: id });
    await as(database.sql, cast.ana, (tx) => tx`select public.delete_my_account()`);
    expect(await countCommands()).toBe(0);
  });
});

describe('who', () => {
  test('nobody but the function calls the functions of the barrier, administrators included', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const { command } = await begin(cast.ana, { reservation: id });
    for (const actor of [ANONYMOUS, cast.ana, cast.beto, cast.suspended, cast.admin]) {
      const tries = [
        `select public.begin_barrier_command('${cast.ana.id}', '${id}', 'open', gen_random_uuid(), 'aal2')`,
        `select public.read_barrier_command('${command}')`,
        `select public.finish_barrier_command('${command}', 'moved', 200)`,
      ];
      for (const statement of tries) {
        expect(await refusalOf(as(database.sql, actor, (tx) => tx.unsafe(statement)))).toBe('42501');
      }
    }
    expect(await readOutcome(command)).toBeNull();
  });

  test('nobody reads or writes the commands, the function with the secret key included', async () => {
    for (const actor of [ANONYMOUS, cast.ana, cast.beto, cast.suspended, cast.admin, SERVICE]) {
      for (const statement of ['select from', 'delete from']) {
        const work = as(database.sql, actor, (tx) => tx.unsafe(`${statement} private.barrier_commands`));
        expect(await refusalOf(work)).toBe('42501');
      }
    }
  });

  test('a visitor sees which spaces have a barrier', async () => {
    const without = await createSpace(database.sql);
    const read = (id: string) =>
      as(database.sql, ANONYMOUS, (tx) => tx`select has_lock from public.parking_spaces where id = ${id}`);
    expect(await read(spaceId)).toEqual([{ has_lock: true }]);
    expect(await read(without.spaceId)).toEqual([{ has_lock: false }]);
  });

  test('a space whose status changes is not edited by that, with a lock either', async () => {
    const read = async () =>
      (await database.sql`select updated_at from public.parking_spaces where id = ${spaceId}`)[0];
    const before = await read();
    await database.sql`update public.parking_spaces set status = 'reserved' where id = ${spaceId}`;
    expect(await read()).toEqual(before);
  });

  test('what is no command is rejected', async () => {
    const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
    const send = (action: string | null, key: string | null) =>
      as(
        database.sql,
        SERVICE,
        (tx) => tx`select public.begin_barrier_command(${cast.ana.id}, ${id}, ${action}, ${key})`,
      );
    expect(await refusalOf(send('explode', randomUUID()))).toBe('23514');
    expect(await refusalOf(send(null, randomUUID()))).toBe('23514');
    expect(await refusalOf(send('open', null))).toBe('23514');
  });
});
