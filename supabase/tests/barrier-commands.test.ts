import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeProblem, type ProblemKey } from '../../domain/problems.ts';
import {
  type Actor,
  as,
  createSpace,
  problemOf as keyOf,
  readValue,
  refusalOf,
  reserve,
  reserveInPast,
  SERVICE,
  withoutRules,
} from './as.ts';
import { openWorld } from './world.ts';

const MINUTE = 1 / 60;

const { sql, cast } = await openWorld();
let spaceId: string;
let did: string;
beforeEach(async () => {
  ({ spaceId } = await createSpace(sql));
  did = `KV-${randomUUID().slice(0, 8)}`;
  await putLock(did);
});

const putLock = (device: string | null, space = spaceId) =>
  sql`update public.parking_spaces set kavass_device_id = ${device} where id = ${space}`;

type Begun = { command: string; is_new: boolean; did?: string };
type Request = { reservation: string; action?: 'open' | 'close'; key?: string; assurance?: string };

async function begin({ id }: Actor, { reservation, action = 'open', key = randomUUID(), assurance = 'aal1' }: Request) {
  return readValue<Begun>(as(sql, SERVICE)`
    select public.begin_barrier_command(${id}, ${reservation}, ${action}, ${key}, ${assurance})`);
}
/** Finishes a command to a barrier that was up before, unless the test says otherwise. */
const finish = ({ command }: Begun, outcome = 'moved', { code = 200, wasUp = true } = {}) =>
  as(sql, SERVICE)`select public.finish_barrier_command(${command}, ${outcome}, ${code}, 'success', ${wasUp})`;
const readOutcome = async ({ command }: Begun) =>
  readValue(as(sql, SERVICE)`select public.read_barrier_command(${command})`);
const countCommands = async () => (await sql`select from private.barrier_commands where did = ${did}`).count;

/** The rule that a command breaks; it says a sentence, and leaves no command. */
async function problemOf(actor: Actor, request: Request): Promise<string> {
  const before = await countCommands();
  const key = await keyOf(begin(actor, request));
  expect(describeProblem(key as ProblemKey)).toMatch(/\.$/);
  expect(await countCommands()).toBe(before);
  return key;
}
/** The rule that a command breaks, or nothing, with which the command begins. */
const expectOutcome = async (actor: Actor, request: Request, problem: string | null) => {
  if (problem === null) expect(await begin(actor, request)).toMatchObject({ is_new: true, did });
  else expect(await problemOf(actor, request)).toBe(problem);
};

const setStatus = (actor: Actor, id: string, status: string) =>
  as(sql, actor)`update public.reservations set status = ${status} where id = ${id} returning id`;
const setSpaceStatus = (status: string) =>
  sql`update public.parking_spaces set status = ${status} where id = ${spaceId}`;
const book = async (actor: Actor, from: number, to: number, space = spaceId) =>
  (await reserve(sql, actor, { spaceId: space, from, to })).id;
/** A reservation that is over, whose driver came in before its end, as an administrator saw. */
async function bookAndStay(actor: Actor, from: number, to: number): Promise<string> {
  const id = await book(actor, from, to);
  await withoutRules(sql)`update public.reservations set arrived_at = start_time where id = ${id}`;
  return id;
}
const commandAsAdmin = (type: 1 | 2) =>
  as(sql, SERVICE)`select public.record_lock_command(${cast.admin.id}, ${randomUUID()}, ${did}, ${type})`;

/** A reservation of this driver, who has opened the barrier that was up, or down, and has just ended the reservation. */
async function parkAndEnd(actor: Actor, wasUp = true): Promise<string> {
  const id = await book(actor, -1, 1);
  await finish(await begin(actor, { reservation: id }), 'moved', { wasUp });
  await setStatus(actor, id, 'completed');
  return id;
}

describe('opening', () => {
  test.each([
    ['11 minutes before the start', 11 * MINUTE, 2, 'barrier-too-early'],
    ['9 minutes before the start', 9 * MINUTE, 2, null],
    ['during the stay', -1, 1, null],
    ['for the first time after the end', -1, -MINUTE, 'barrier-after-end'],
  ])('its driver opens the barrier or not: %s', async (_, from, to, problem) => {
    await expectOutcome(cast.ana, { reservation: await book(cast.ana, from, to) }, problem);
  });

  test.each([
    ['until the reservation expires', -24, -23, null],
    ['not a day late', -26, -25, 'barrier-without-reservation'],
  ])('a driver who came in before the end gets out late: %s', async (_, from, to, problem) => {
    await expectOutcome(cast.ana, { reservation: await bookAndStay(cast.ana, from, to) }, problem);
  });

  test('a command before the end lets its driver in, also when its response comes after it', async () => {
    const id = await book(cast.ana, -1, 1);
    const begun = await begin(cast.ana, { reservation: id });
    await withoutRules(sql)`update public.reservations set end_time = clock_timestamp() where id = ${id}`;
    await finish(begun);
    await expectOutcome(cast.ana, { reservation: id }, null);
  });

  test('late is over when the reservation of somebody else is under way', async () => {
    const late = await bookAndStay(cast.ana, -3, -1);
    const next = (await reserveInPast(sql, cast.beto, { spaceId, from: -0.5, to: 1 })).id;
    await expectOutcome(cast.ana, { reservation: late }, 'barrier-of-next-reservation');
    await expectOutcome(cast.beto, { reservation: next }, null);
  });

  test('early waits for the end of the reservation of somebody else', async () => {
    const before = await book(cast.beto, -1, 8 * MINUTE);
    const id = await book(cast.ana, 8 * MINUTE, 2);
    await expectOutcome(cast.ana, { reservation: id }, 'barrier-still-of-other');
    await setStatus(cast.beto, before, 'completed');
    await expectOutcome(cast.ana, { reservation: id }, null);
  });

  test('needs an active reservation of one’s own', async () => {
    const id = await book(cast.ana, -1, 1);
    const cancelled = await book(cast.ana, 1.5, 2);
    await setStatus(cast.ana, cancelled, 'cancelled');
    for (const [actor, reservation] of [
      ...([[cast.beto, id] as const, [cast.admin, id] as const, [cast.ana, randomUUID()] as const] as const),
      [cast.ana, cancelled] as const,
    ]) {
      await expectOutcome(actor, { reservation }, 'barrier-without-reservation');
    }
    await setStatus(cast.ana, id, 'completed');
    await expectOutcome(cast.ana, { reservation: id }, 'barrier-without-reservation');
  });

  test.each([null, '', '  '])('a space with the lock %j has no barrier', async (device) => {
    await putLock(device);
    await expectOutcome(cast.ana, { reservation: await book(cast.ana, -1, 1) }, 'barrier-missing');
  });

  test('a suspended driver opens only a reservation that has begun, to leave', async () => {
    const parked = await book(cast.ana, -1, 5 * MINUTE);
    const later = await book(cast.ana, 5 * MINUTE, 1);
    await sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
    await expectOutcome(cast.ana, { reservation: parked }, null);
    await expectOutcome(cast.ana, { reservation: later }, 'account-shut-out');
    await setStatus(cast.ana, parked, 'completed');
    await expectOutcome(cast.ana, { reservation: parked, action: 'close' }, 'account-shut-out');
  });

  test('a driver with a second factor opens it with a code only', async () => {
    const id = await book(cast.ana, -1, 1);
    await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${cast.ana.id}, 'totp', 'verified')`;
    expect(await refusalOf(begin(cast.ana, { reservation: id }))).toBe('42501');
    expect(await countCommands()).toBe(0);
    await expectOutcome(cast.ana, { reservation: id, assurance: 'aal2' }, null);
  });
});

describe('closing', () => {
  const expectClosing = async (id: string, problem: string | null) =>
    expectOutcome(cast.ana, { reservation: id, action: 'close' }, problem);
  const ageEndOf = ({ id }: Actor, minutes: number) => withoutRules(sql)`
    with activity as (
      update public.user_activity set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}
    )
    update public.reservations set ended_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`;

  test('is for who has opened the barrier and ended the reservation, within 30 minutes', async () => {
    const id = await parkAndEnd(cast.ana);
    await ageEndOf(cast.ana, 31);
    await expectClosing(id, 'barrier-close-too-late');
    await ageEndOf(cast.ana, 29);
    await expectClosing(id, null);
  });

  const ageCommand = ({ command }: Begun, seconds: number) => sql`
    update private.barrier_commands set created_at = now() - ${`${seconds} seconds`}::interval where id = ${command}`;
  /** As if this driver had given all commands so many minutes before. */
  const ageCommandsOf = ({ id }: Actor, minutes: number) => withoutRules(sql)`
    update public.audit_log set created_at = created_at - ${`${minutes} minutes`}::interval
    where actor_id = ${id} and subject_table = 'locks'`;
  /** As if everything had happened to a reservation so many minutes before. */
  const ageActsOn = async (reservation: string, minutes: number) => {
    const age = `${minutes} minutes`;
    await withoutRules(
      sql,
    )`update public.audit_log set created_at = created_at - ${age}::interval where subject_id = ${reservation}`;
    await withoutRules(sql)`
      update public.user_activity set created_at = created_at - ${age}::interval
      where activity_data ->> 'reservation_id' = ${reservation}`;
  };
  const moveTo = (space: string, reservation: string) => as(sql, cast.admin)`
    select public.move_reservation(r.id, ${space}, r.start_time, r.parking_space_id, r.start_time, r.end_time)
    from public.reservations r where r.id = ${reservation}`;
  /** An administrator moves a reservation to a space without this barrier. */
  const moveAway = async (reservation: string) => moveTo((await createSpace(sql)).spaceId, reservation);
  /** A reservation of Ana's that this actor ends. */
  const bookAndEnd = async (actor: Actor, before: (id: string) => Promise<unknown> = async () => null) => {
    const id = await book(cast.ana, -1, 1);
    await before(id);
    await setStatus(actor, id, 'completed');
    return id;
  };
  const parkAndThen = async (then: () => Promise<unknown>) => {
    const id = await parkAndEnd(cast.ana);
    await then();
    return id;
  };
  test.each<[string, () => Promise<string>, string]>([
    ['the reservation lasts', () => book(cast.ana, -1, 1), 'barrier-reservation-not-ended'],
    ['an administrator has ended the reservation', () => bookAndEnd(cast.admin), 'barrier-close-too-late'],
    [
      'the barrier did not open',
      () =>
        bookAndEnd(cast.ana, async (id) =>
          finish(await begin(cast.ana, { reservation: id }), 'barrier-offline', { code: 40030 }),
        ),
      'barrier-not-opened',
    ],
    ['the space is occupied', () => parkAndThen(() => setSpaceStatus('occupied')), 'barrier-space-used'],
    [
      'the car of somebody who is late may be there',
      async () => {
        await book(cast.beto, -5, -4);
        return parkAndEnd(cast.ana);
      },
      'barrier-space-used',
    ],
    ['the barrier was down before, as under a car', () => parkAndEnd(cast.ana, false), 'barrier-not-opened'],
    ['the space has got another lock', () => parkAndThen(() => putLock(`${did}-2`)), 'barrier-not-opened'],
    [
      'the response to its command came after 30 seconds',
      () =>
        bookAndEnd(cast.ana, async (id) => {
          const begun = await begin(cast.ana, { reservation: id });
          await ageCommand(begun, 31);
          await finish(await begin(cast.ana, { reservation: id }), 'barrier-no-response');
          await finish(begun);
        }),
      'barrier-not-opened',
    ],
    ['an administrator has lowered it since', () => parkAndThen(() => commandAsAdmin(1)), 'barrier-space-used'],
    ['an administrator has raised it since', () => parkAndThen(() => commandAsAdmin(2)), 'barrier-space-used'],
    [
      'an administrator lowered it at the same moment',
      async () => {
        await commandAsAdmin(1);
        return parkAndEnd(cast.ana);
      },
      'barrier-space-used',
    ],
    [
      'a driver may have come in whose reservation an administrator then moved',
      () => parkAndThen(async () => moveAway(await book(cast.beto, 0, 1))),
      'barrier-space-used',
    ],
    [
      'its reservation was on another space since',
      () =>
        bookAndEnd(cast.ana, async (id) => {
          await finish(await begin(cast.ana, { reservation: id }));
          await moveAway(id);
          await moveTo(spaceId, id);
        }),
      'barrier-not-opened',
    ],
    [
      'staff has cancelled, hours before, a reservation of another space of the lock',
      () =>
        bookAndEnd(cast.ana, async (id) => {
          const other = await createSpace(sql);
          await putLock(did, other.spaceId);
          const begun = await begin(cast.ana, { reservation: id });
          await finish(begun);
          const parked = await book(cast.beto, -1, 1, other.spaceId);
          await setStatus(cast.admin, parked, 'cancelled');
          await ageCommand(begun, 50 * 60);
          await ageActsOn(parked, 40);
        }),
      'barrier-space-used',
    ],
    [
      'another space of the lock is used',
      () =>
        parkAndThen(async () => {
          const other = await createSpace(sql);
          await putLock(did, other.spaceId);
          await book(cast.beto, -1, 1, other.spaceId);
        }),
      'barrier-space-used',
    ],
  ])('nobody raises it when %s', async (_, work, problem) => {
    await expectClosing(await work(), problem);
  });

  test.each([
    ['is on the space', 0],
    ['may come early', 9 * MINUTE],
  ])('nobody raises it while another driver %s, nor after staff cancelled that', async (_, from) => {
    const id = await parkAndEnd(cast.ana);
    const other = await book(cast.beto, from, 1);
    await expectClosing(id, 'barrier-space-used');
    await setStatus(cast.admin, other, 'cancelled');
    await expectClosing(id, 'barrier-space-used');
  });

  test('later reservations, and those cancelled before their driver could come, are no matter', async () => {
    const id = await parkAndEnd(cast.ana);
    await setStatus(cast.beto, await book(cast.beto, 0.5, 1), 'cancelled');
    await book(cast.beto, 0.5, 1);
    await expectClosing(id, null);
  });

  test.each(['cancelled', 'completed'])(
    'a stranger never raises it under a car whose reservation staff has %s',
    async (status) => {
      const parked = await book(cast.beto, -1, 1);
      await finish(await begin(cast.beto, { reservation: parked }));
      await setStatus(cast.admin, parked, status);
      await ageCommandsOf(cast.beto, 60);
      await expectClosing(await parkAndEnd(cast.ana, false), 'barrier-not-opened');
    },
  );

  test('its driver raises it after opening it again, also when the first command moved it late', async () => {
    await commandAsAdmin(2);
    const id = await book(cast.ana, -1, 1);
    await finish(await begin(cast.ana, { reservation: id }), 'barrier-no-response');
    await finish(await begin(cast.ana, { reservation: id }), 'moved', { wasUp: false });
    await setStatus(cast.ana, id, 'completed');
    await expectClosing(id, null);
  });

  test('nobody raises it within 5 minutes of the end of another driver, who may be driving out', async () => {
    await setStatus(cast.beto, await book(cast.beto, -1, 1), 'completed');
    const id = await parkAndEnd(cast.ana);
    for (const minutes of [0, 4]) {
      await ageEndOf(cast.beto, minutes);
      await expectClosing(id, 'barrier-space-used');
    }
    await ageEndOf(cast.beto, 6);
    await expectClosing(id, null);
  });
});

describe('one command', () => {
  let id: string;
  beforeEach(async () => {
    id = await book(cast.ana, -1, 1);
  });

  test('is repeated with the same key, with its outcome, also when the rules would not allow a new one', async () => {
    const request = { reservation: id, key: randomUUID() };
    const begun = await begin(cast.ana, request);
    expect(await readOutcome(begun)).toBeNull();
    await finish(begun);
    await setStatus(cast.ana, id, 'completed');
    expect(await begin(cast.ana, request)).toEqual({ command: begun.command, is_new: false });
    expect([await readOutcome(begun), await countCommands()]).toEqual(['moved', 1]);
  });

  test('is not taken for another with its key, and a key of somebody else is no matter', async () => {
    const key = randomUUID();
    await begin(cast.ana, { reservation: id, key });
    expect(await refusalOf(begin(cast.ana, { reservation: id, key, action: 'close' }))).toBe('23514');
    expect(await refusalOf(begin(cast.ana, { reservation: randomUUID(), key }))).toBe('23514');
    await expectOutcome(cast.beto, { reservation: id, key }, 'barrier-without-reservation');
  });

  test('comes of 50 phones of a driver at once, and the key of a second phone stays the command of the first', async () => {
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => begin(cast.ana, { reservation: id })));
    const commands = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(commands.filter(({ is_new }) => is_new)).toHaveLength(1);
    expect(new Set(commands.map(({ command }) => command)).size).toBe(1);
    // The others came too often.
    expect(commands).toHaveLength(10);
  });

  test('and a cancellation at once give one of both, and a barrier that did not open leaves the cancellation', async () => {
    const later = await book(cast.ana, 9 * MINUTE, 1, (await createSpace(sql)).spaceId);
    await sql`update public.parking_spaces set kavass_device_id = ${`${did}-3`}
      where id = (select parking_space_id from public.reservations where id = ${later})`;
    let cancelling: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const begun = await as(sql, SERVICE, async (tx) => {
      const [row] = await tx<{ begun: Begun }[]>`
        select public.begin_barrier_command(${String(cast.ana.id)}, ${later}, 'open', ${randomUUID()}) as begun`;
      cancelling = Promise.allSettled([setStatus(cast.ana, later, 'cancelled')]);
      return row?.begun as Begun;
    });
    expect(await cancelling).toMatchObject([{ status: 'rejected', reason: { hint: 'reservation-begun' } }]);
    // A second phone is no opening of its own.
    await begin(cast.ana, { reservation: later });
    await finish(begun, 'barrier-offline', { code: 40030 });
    expect(await setStatus(cast.ana, later, 'cancelled')).toHaveLength(1);
  });

  test('keeps others from its barrier, until it is done', async () => {
    const next = await createSpace(sql);
    await putLock(did, next.spaceId);
    const other = await book(cast.beto, 0, 1, next.spaceId);
    const begun = await begin(cast.ana, { reservation: id });
    await expectOutcome(cast.beto, { reservation: other }, 'barrier-busy');
    await finish(begun);
    await expectOutcome(cast.beto, { reservation: other }, null);
  });

  test('waits for no change of its reservation, and its repeat gets its outcome', async () => {
    const request = { reservation: id, key: randomUUID() };
    await finish(await begin(cast.ana, request));
    const [, begun] = await sql.begin(async (tx) => {
      await tx`select from public.reservations where id = ${id} for no key update`;
      await tx`select private.lock_driver(${cast.ana.id})`;
      await expectOutcome(cast.ana, { reservation: id }, 'barrier-busy');
      return [null, await begin(cast.ana, request)];
    });
    expect(await readOutcome(begun)).toBe('moved');
  });

  test('that is sent twice at the same moment is one', async () => {
    const request = { reservation: id, key: randomUUID() };
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(cast.ana, request)));
    expect(begun.filter(({ is_new }) => is_new)).toHaveLength(1);
    expect(await countCommands()).toBe(1);
  });

  test('of a server that was stopped blocks the barrier for 30 seconds', async () => {
    const begun = await begin(cast.ana, { reservation: id });
    await sql`update private.barrier_commands set created_at = now() - interval '31 seconds' where id = ${begun.command}`;
    await expectOutcome(cast.ana, { reservation: id }, null);
    expect(await readOutcome(begun)).toBe('barrier-no-response');
  });

  test('is one of at most 10 a minute and 100 a day', async () => {
    for (let sent = 0; sent < 10; sent += 1) await finish(await begin(cast.ana, { reservation: id }));
    await expectOutcome(cast.ana, { reservation: id }, 'barrier-too-often');
    await sql`update private.barrier_commands set created_at = created_at - interval '1 minute' where user_id = ${cast.ana.id}`;
    await finish(await begin(cast.ana, { reservation: id }));
    await sql`
      insert into private.barrier_commands (user_id, key, reservation_id, did, type, outcome, created_at)
      select ${cast.ana.id}, gen_random_uuid(), ${id}, ${did}, 1, 'moved', now() - interval '1 hour' from generate_series(1, 89)`;
    await expectOutcome(cast.ana, { reservation: id }, 'barrier-too-often');
  });

  test('is in the audit log before it is sent and with its first outcome, and among the driver’s activity when it moved', async () => {
    const failed = await begin(cast.ana, { reservation: id });
    for (let times = 0; times < 2; times += 1) await finish(failed, 'barrier-offline', { code: 40030 });
    await finish(await begin(cast.ana, { reservation: id }));
    const log = await sql`
      select actor_id, action, after ->> 'state' as state, after ->> 'outcome' as outcome from public.audit_log
      where subject_id = ${did} order by id`;
    const line = { actor_id: cast.ana.id, action: 'lower' };
    const outcomes = [null, 'barrier-offline', null, 'moved'];
    expect(log).toEqual(
      outcomes.map((outcome) => ({ ...line, state: outcome === null ? 'sent' : 'answered', outcome })),
    );
    const activity = await as(sql, cast.ana)`
      select activity_type, activity_data from public.user_activity where activity_type like 'barrier%'`;
    expect(activity).toEqual([{ activity_type: 'barrier_opened', activity_data: { reservation_id: id } }]);
    await finish(failed);
    expect(await readOutcome(failed)).toBe('barrier-offline');
  });

  test('is told from those of administrators in the log, which are there when they are sent and with their answer', async () => {
    await begin(cast.ana, { reservation: id });
    const command = randomUUID();
    await as(sql, SERVICE)`select public.record_lock_command(${cast.admin.id}, ${command}, ${did}, 2)`;
    await as(sql, SERVICE)`select public.record_lock_command(${cast.admin.id}, ${command}, ${did}, 2, 200, 'success')`;
    const found = await as(sql, cast.admin)`
      select actor_email, is_of_driver, action, after from public.admin_audit_log where subject_id = ${did} order by id`;
    const ofAdmin = { actor_email: cast.admin.email, is_of_driver: false, action: 'raise' };
    expect(found).toMatchObject([
      { actor_email: cast.ana.email, is_of_driver: true, action: 'lower' },
      { ...ofAdmin, after: { command, type: 2, state: 'sent' } },
      { ...ofAdmin, after: { command, type: 2, state: 'answered', code: 200, msg: 'success' } },
    ]);
  });
});
