import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createSpace, employ, problemOf, readValue, SERVICE, withProof } from './as.ts';
import { openWorld } from './world.ts';

// Who works in which zones, who gives duties, and the owner.

const { sql, cast } = await openWorld();

let here: string;
let there: string;
beforeEach(async () => {
  await sql`update private.installation set samples = false`;
  await sql`delete from public.zone_staff`;
  here = (await createSpace(sql)).zoneId;
  there = (await createSpace(sql)).zoneId;
});

const invite = (by: Actor, email: string | null, duty: string, zone: string | null) =>
  as(sql, by)`select public.invite_staff(${email}, ${duty}, ${zone})`;
const accept = (by: Actor, token: string | undefined) => as(sql, by)`select public.accept_invitation(${token ?? null})`;
const dutiesOf = (person: Actor) =>
  as(sql, person)<{ duty: string; zone_id: string | null }[]>`select duty, zone_id from public.my_duties()`;
const may = (person: Actor, act: string, zone: string | null = null) =>
  readValue(as(sql, person)`select private.may(${act}, ${zone})`);

/** The token in the mail that the server takes now. */
async function readToken(): Promise<string | undefined> {
  const mails = await as(sql, SERVICE)<{ kind: string; content: { token: string } }[]>`
    select kind, content from public.claim_notifications(100)`;
  return mails.find(({ kind }) => kind === 'staff_invitation')?.content.token;
}

test('a duty holds in its zone, one without a zone holds in all, and several add up', async () => {
  const { ana, beto, admin } = cast;
  await employ(sql, ana, 'attendant', here);
  await employ(sql, ana, 'manager', there);
  await employ(sql, beto, 'accountant');
  expect([await may(ana, 'see_today', here), await may(ana, 'see_today')]).toEqual([true, false]);
  expect([await may(ana, 'price', here), await may(ana, 'price', there)]).toEqual([false, true]);
  expect([await may(beto, 'read_books'), await may(beto, 'see_today', here)]).toEqual([true, false]);
  expect(await may(admin, 'see_today', here)).toBe(true);
  expect(await problemOf(as(sql, admin)`select private.require_duty('dance')`)).toBe('23514');
  const zones = await as(sql, ana)`select private.zones_with('see_today') as id order by id`;
  expect(zones.map(({ id }) => id)).toEqual([here, there].toSorted());
});

test('a suspension ends all rights at once', async () => {
  await employ(sql, cast.ana, 'manager');
  expect(await may(cast.ana, 'price', here)).toBe(true);
  await as(sql, cast.admin)`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
  expect(await may(cast.ana, 'price', here)).toBe(false);
  expect(await dutiesOf(cast.ana)).toEqual([]);
  expect(await problemOf(as(sql, cast.ana)`select private.require_duty('price', ${here})`)).toBe('42501');
});

test('a session that has ended, or has not shown the second factor, has no rights', async () => {
  const { ana } = cast;
  await employ(sql, ana, 'attendant', here);
  const session = await withProof(sql, ana);
  expect(await may(session, 'see_today', here)).toBe(true);
  await sql`delete from auth.sessions where user_id = ${ana.id}`;
  expect(await may(session, 'see_today', here)).toBe(false);
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${ana.id}, 'totp', 'verified', 'sealed')`;
  expect(await may(ana, 'see_today', here)).toBe(false);
  expect(await may({ ...ana, aal: 'aal2' }, 'see_today', here)).toBe(true);
});

test('where the operator demands a second factor for a duty, that duty has no rights without one', async () => {
  const { ana } = cast;
  await employ(sql, ana, 'attendant', here);
  await employ(sql, ana, 'manager', there);
  await sql`update public.installation_settings set managers_need_second_factor = true`;
  expect([await may(ana, 'price', there), await may(ana, 'see_today', here)]).toEqual([false, true]);
  const duties = await as(sql, ana)`select duty, needs_factor from public.my_duties()`;
  expect(duties.map(({ duty, needs_factor }) => [duty, needs_factor])).toEqual([
    ['attendant', false],
    ['manager', true],
  ]);
  await sql`update public.installation_settings set managers_need_second_factor = false`;
});

test('rights follow the zone of a space, and nothing of it stays behind', async () => {
  const space = await createSpace(sql);
  await employ(sql, cast.ana, 'manager', here);
  const mayHere = () =>
    readValue(as(sql, cast.ana)`
      select private.may('price', s.zone_id) from public.parking_spaces s where s.id = ${space.spaceId}`);
  expect(await mayHere()).toBe(false);
  await sql`update public.parking_spaces set zone_id = ${here} where id = ${space.spaceId}`;
  expect(await mayHere()).toBe(true);
});

test('an invitation gives its duty once, to the confirmed address that it names', async () => {
  const { ana, beto, admin } = cast;
  await invite(admin, ana.email?.toUpperCase() ?? '', 'attendant', here);
  const token = await readToken();
  const email = ana.email?.toLowerCase() ?? '';
  const digest = await readValue(sql`
    select encode(token_digest, 'hex') from public.zone_staff where email = ${email}`);
  expect(digest).not.toContain(token);
  expect(await problemOf(accept(beto, token))).toBe('invitation-of-other');
  expect(await problemOf(accept(ana, 'f'.repeat(64)))).toBe('invitation-gone');
  expect(await problemOf(accept(ana, undefined))).toBe('invitation-gone');
  await accept(ana, token);
  expect(await dutiesOf(ana)).toEqual([{ duty: 'attendant', zone_id: here }]);
  expect(await problemOf(accept(ana, token))).toBe('invitation-gone');
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['has expired', (id) => sql`update public.zone_staff set expires_at = now() - interval '1 second' where id = ${id}`],
  ['was revoked', (id) => as(sql, cast.admin)`select public.change_duty(${id}, null, null)`],
  ['was sent again', () => invite(cast.admin, cast.ana.email, 'attendant', here)],
  [
    'is of somebody who may not give the duty any more',
    (id) => sql`update public.zone_staff set invited_by = ${cast.beto.id} where id = ${id}`,
  ],
])('an invitation that %s gives nothing', async (_, end) => {
  await invite(cast.admin, cast.ana.email, 'attendant', here);
  const token = await readToken();
  await end(await readValue(as(sql, cast.admin)`select id from public.list_staff() where status = 'invited'`));
  expect(await problemOf(accept(cast.ana, token))).toBe('invitation-gone');
  expect(await dutiesOf(cast.ana)).toEqual([]);
});

test('each try to mail an invitation has a token of its own, and one that was sent is not mailed again', async () => {
  await invite(cast.admin, cast.ana.email, 'attendant', here);
  const first = await readToken();
  await sql`update public.zone_staff set next_attempt_at = now()`;
  const second = await readToken();
  expect(await problemOf(accept(cast.ana, first))).toBe('invitation-gone');
  const id = await readValue<string>(sql`select id from public.zone_staff where user_id is null`);
  await as(sql, SERVICE)`select public.finish_notification(${id}, 'sent', null)`;
  await sql`update public.zone_staff set next_attempt_at = now()`;
  expect(await readToken()).toBeUndefined();
  await accept(cast.ana, second);
});

test('nobody invites more addresses in a day than the limit', async () => {
  await sql`update private.limits set invitations_per_day = 2`;
  await invite(cast.admin, 'one@parqueo.test', 'attendant', here);
  await invite(cast.admin, 'two@parqueo.test', 'attendant', here);
  expect(await problemOf(invite(cast.admin, 'two@parqueo.test', 'attendant', here))).toBe('too-many-invitations');
  await sql`update private.limits set invitations_per_day = 30`;
});

test('nobody changes, ends or invites to duties of their own', async () => {
  const { ana, admin } = cast;
  const own = await employ(sql, ana, 'manager');
  const ofAdmin = await employ(sql, admin, 'attendant', here);
  expect(await problemOf(invite(ana, ana.email, 'attendant', here))).toBe('own-duties-stay');
  expect(await problemOf(as(sql, ana)`select public.change_duty(${own}, null, null)`)).toBe('42501');
  for (const duty of [null, 'manager']) {
    expect(await problemOf(as(sql, admin)`select public.change_duty(${ofAdmin}, ${duty}, null)`)).toBe(
      'own-duties-stay',
    );
  }
});

test('a manager sees and ends duties of the own zone alone', async () => {
  const { ana, beto, suspended } = cast;
  await employ(sql, ana, 'manager', here);
  const attendant = await employ(sql, beto, 'attendant', here);
  const other = await employ(sql, suspended, 'attendant', there);
  const seen = await as(sql, ana)<{ duty: string }[]>`select duty from public.list_staff()`;
  expect(seen.map(({ duty }) => duty).toSorted()).toEqual(['attendant', 'manager']);
  expect(await problemOf(as(sql, ana)`select public.change_duty(${other}, null, null)`)).toBe('42501');
  await as(sql, ana)`select public.change_duty(${attendant}, null, null)`;
  expect(await dutiesOf(beto)).toEqual([]);
});

test('the audit log has who gave which duty, with name and role as they were', async () => {
  const { ana, beto, admin } = cast;
  await employ(sql, ana, 'manager', here);
  await invite(ana, beto.email, 'attendant', here);
  await accept(beto, await readToken());
  await sql`update public.profiles set full_name = 'Renamed' where user_id = ${ana.id}`;
  const entries = await as(sql, admin)`
    select action, actor_name, actor_role, after ->> 'duty' as duty, after ->> 'zone_name' as zone
    from public.audit_log where actor_id in (${ana.id}, ${beto.id}) and subject_table = 'zone_staff' order by id`;
  const given = { duty: 'attendant', zone: 'Naco' };
  expect(entries).toEqual([
    { action: 'insert', actor_name: 'Ana', actor_role: 'manager', ...given },
    { action: 'update', actor_name: 'Beto', actor_role: 'attendant', ...given },
  ]);
  const secrets = await sql`select from public.audit_log where coalesce(after, before) ? 'token_digest'`;
  expect(secrets).toHaveLength(0);
});

// The owner is the first administrator. Of the world's people that is the administrator, once all before are gone.

async function makeOwner(): Promise<void> {
  await sql`delete from public.user_roles where user_id <> ${cast.admin.id}`;
  await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
}
const isOwner = ({ id }: Actor) => readValue(sql`select private.is_owner(${id})`);
const handOver = (by: Actor, to: Actor) => as(sql, by)`select public.hand_over_ownership(${to.id})`;

test('no other administrator removes, suspends, bans or deletes the owner', async () => {
  await makeOwner();
  const { admin: owner } = cast;
  const other = await withProof(sql, cast.beto);
  const ways = [
    () => as(sql, other)`delete from public.user_roles where user_id = ${owner.id}`,
    () => as(sql, other)`update public.profiles set status = 'suspended' where user_id = ${owner.id}`,
    () => as(sql, other)`update public.profiles set status = 'inactive' where user_id = ${owner.id}`,
    () => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${owner.id}`,
    () => sql`select private.delete_account(${owner.id})`,
  ];
  for (const way of ways) expect(await problemOf(way())).toBe('owner-stays');
  expect(await isOwner(owner)).toBe(true);
});

test('the owner hands over to another administrator with a recent proof, and then may be removed', async () => {
  await makeOwner();
  const { admin: owner, beto: other, ana } = cast;
  const proven = await withProof(sql, owner);
  expect(await problemOf(handOver(owner, other))).toBe('proof-needed');
  expect(await problemOf(handOver(proven, ana))).toBe('owner-is-no-administrator');
  expect(await problemOf(handOver(await withProof(sql, other), other))).toBe('42501');
  await handOver(proven, other);
  const mails = await sql<{ content: object }[]>`
    select content from public.notifications where kind = 'administrator' and content ->> 'event' = 'owner' order by user_id`;
  expect(mails.length).toBeGreaterThanOrEqual(2);
  expect([await isOwner(owner), await isOwner(other)]).toEqual([false, true]);
  const removed = await as(sql, await withProof(sql, other))`delete from public.user_roles where user_id = ${owner.id}`;
  expect(removed.count).toBe(1);
});

test('an owner who gives up the role leaves it to the longest serving administrator', async () => {
  await makeOwner();
  await as(sql, await withProof(sql, cast.admin))`delete from public.user_roles where user_id = ${cast.admin.id}`;
  expect(await isOwner(cast.beto)).toBe(true);
});
