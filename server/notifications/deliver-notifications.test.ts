import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, createCast, createSpace, reserve, withProof } from '../../supabase/tests/as.ts';
import { createSettingsReader } from '../config/read-settings.ts';
import { generatePushKey } from '../keys/keys.ts';
import { createMailer, type Mail, type Mailer } from '../mail/mailer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDevice, startPushService } from '../testing/push-service.ts';
import { startSmtp } from '../testing/smtp.ts';
import { createNotifier, preparePush } from './deliver-notifications.ts';
import { createPushSender, getPublicPushKey } from './push-sender.ts';

const CONFIG = { publicUrl: 'https://parqueo.example', mailFrom: 'Parqueo <no-reply@parqueo.test>', samples: true };

let database: TestDatabase;
let cast: Cast;
let spaceId: string;
let service: Awaited<ReturnType<typeof startPushService>>;
let sent: Mail[] = [];
let logged: string[] = [];
let counted: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startPushService();
});
beforeEach(async () => {
  await database.sql`delete from public.reservations`;
  cast = await createCast(database.sql);
  await database.sql`delete from public.notifications`;
  ({ spaceId } = await createSpace(database.sql));
  [sent, logged, counted] = [[], [], []];
  service.received.length = 0;
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const working: Mailer = {
  async send(mail) {
    sent.push(mail);
  },
};
const open = ({ mailer = working, hasPush = true } = {}) =>
  createNotifier({
    sql: database.sql,
    mailer,
    readSettings: createSettingsReader({ sql: database.sql, config: CONFIG }),
    config: CONFIG,
    log: pino({}, { write: (line) => logged.push(line) }),
    push: hasPush
      ? createPushSender({ pushKey: generatePushKey(), contact: 'no-reply@parqueo.test', fetch: service.fetch })
      : undefined,
    metrics: { countNotification: (channel, outcome) => counted.push(`${channel} ${outcome}`) },
  });
const states = () => database.sql<{ state: string; error: string | null; attempts: number }[]>`
  select state, last_error as error, attempts from public.notifications order by created_at, channel`;
const wait = (interval: string) => database.sql`
  update public.notifications set next_attempt_at = next_attempt_at - ${interval}::interval where state = 'pending'`;
const book = (from = 1) => reserve(database.sql, cast.ana, { spaceId, from, to: from + 1 });
const speak = (actor: Actor, language: string) =>
  database.sql`update public.user_settings set language = ${language} where user_id = ${actor.id}`;
const cancel = (id: string) =>
  as(database.sql, cast.ana, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);

async function addDevice(actor: Actor, language = 'es', serverKey = 'B'.repeat(87)) {
  const { endpoint, p256dh, auth } = createDevice();
  await database.sql`update public.user_settings set push_notifications = true where user_id = ${actor.id}`;
  await as(
    database.sql,
    actor,
    (tx) => tx`select public.add_push_subscription(${endpoint}, ${p256dh}, ${auth}, ${language}, ${serverKey})`,
  );
  return new URL(endpoint).pathname;
}
/** Leaves push as the only way to tell the driver. */
const turnMailOff = ({ id }: Actor) =>
  database.sql`update public.user_settings set email_notifications = false where user_id = ${id}`;

test('a driver who reserves gets a mail with place, time of the country and a calendar file', async () => {
  const { id } = await book();
  const [reservation] = await database.sql<{ start: string }[]>`
    select to_char(start_time at time zone 'America/Santo_Domingo', 'FMHH12:MI') as start from public.reservations`;
  await open().deliverDue();
  expect(sent).toMatchObject([{ to: cast.ana.email, subject: 'Reservation confirmed: A-01, Naco' }]);
  const [mail] = sent;
  expect(mail?.text).toContain('Space: A-01, Naco\n');
  expect(mail?.text).toMatch(
    new RegExp(`Time: \\w{3}, \\w{3} \\d+, \\d{4}, ${reservation?.start}.* \\(time of Santo Domingo\\)`),
  );
  expect(mail?.text).toContain('https://parqueo.example/reservations');
  expect(mail?.calendar?.method).toBe('REQUEST');
  expect(mail?.calendar?.file).toContain(`UID:${id}@parqueo`);
  expect(mail?.calendar?.file).toContain('no-reply@parqueo.test');
});

test('a mail is in the language of the account, and what people named places stays text', async () => {
  await speak(cast.ana, 'es');
  await database.sql`update public.parking_spaces set name = '<b>A-01</b>' where id = ${spaceId}`;
  const { id } = await book();
  await cancel(id);
  await open().deliverDue();
  expect(sent).toMatchObject([{ subject: 'Reserva cancelada: <b>A-01</b>, Naco', calendar: { method: 'CANCEL' } }]);
  expect(sent[0]?.html).toContain('<html lang="es">');
  expect(sent[0]?.html).not.toContain('<b>A-01');
  expect(sent[0]?.text).toContain('Cancelaste esta reserva');
});

test('a reply of the operator is told without what it says, and has no calendar file', async () => {
  await database.sql`
    insert into public.user_messages (user_id, sender_type, message) values (${cast.ana.id}, 'other', 'A secret')`;
  await wait('1 minute');
  await open().deliverDue();
  expect(sent).toMatchObject([{ subject: 'The operator replied to you' }]);
  expect(JSON.stringify(sent)).not.toContain('secret');
  expect(sent[0]?.calendar).toBeUndefined();
});

test('administrators read in their language who did what to whom, and when', async () => {
  const admin = await withProof(database.sql, cast.admin);
  await speak(admin, 'es');
  await as(database.sql, admin)`insert into public.user_roles (user_id, role) values (${cast.ana.id}, 'admin')`;
  await database.sql`delete from public.notifications where user_id not in (${admin.id}, ${cast.ana.id})`;
  await open().deliverDue();
  const person = `Ana (${cast.ana.email})`;
  const mails = sent.toSorted((one, another) => one.to.localeCompare(another.to));
  expect(mails).toMatchObject([
    { to: admin.email, subject: `Cambio de administradores: ${person}` },
    { to: cast.ana.email, subject: `Change of administrators: ${person}` },
  ]);
  expect(mails[0]?.text).toContain(`${person} tiene desde ahora el rol de administrador.`);
  expect(mails[0]?.text).toContain(`Cambio hecho por: Ada (${admin.email})`);
  expect(mails[1]?.text).toMatch(/Time: \w{3}, \w{3} \d+, \d{4}, .*[AP]M \(time of Santo Domingo\)/);
  expect(mails[1]?.text).toContain('https://parqueo.example/admin?tab=users&role=admin');
  expect(mails[1]?.text).toContain('nobody can turn it off');
});

test('administrators read which certificate expires and when, also with mail turned off', async () => {
  await database.sql`update public.user_settings set email_notifications = false where user_id = ${cast.admin.id}`;
  await database.sql`select private.warn_of_certificate('azul', now() + interval '29 days')`;
  await database.sql`delete from public.notifications where user_id <> ${cast.admin.id}`;
  await open().deliverDue();
  expect(sent).toMatchObject([{ to: cast.admin.email, subject: 'A certificate of the server expires' }]);
  expect(sent[0]?.text).toMatch(/The certificate for AZUL expires on \w{3}, \w{3} \d+, \d{4}, .*[AP]M\./);
  expect(sent[0]?.text).toContain('https://parqueo.example/admin?tab=overview');
});

test('the other administrators read what is asked for beyond the limit, also with mail turned off', async () => {
  const key = '00000000-0000-4000-8000-00000000000a';
  await database.sql`insert into public.user_roles (user_id, role) values (${cast.ana.id}, 'admin')`;
  await database.sql`update public.user_settings set email_notifications = false`;
  await database.sql`delete from public.notifications`;
  await as(database.sql, cast.admin)`
    select public.propose_correction(${key}, 'Two lost days of parking', ${cast.beto.id}, 9000)`;
  await database.sql`delete from public.notifications where user_id <> ${cast.ana.id}`;
  await open().deliverDue();
  expect(sent).toMatchObject([{ to: cast.ana.email, subject: 'Beyond the limit of one administrator' }]);
  expect(sent[0]?.text).toMatch(
    /Ada \(.*\) asks another administrator to approve \$9,000\.00, for Beto \(.*\): Two lost days/,
  );
});

test('administrators who want mail read once a month what each person gave', async () => {
  const content = { month: '2026-10', currency: 'DOP', people: [{ actor: 'Ada (admin)', given: 4900.5, entries: 3 }] };
  await database.sql`
    insert into public.notifications (user_id, kind, channel, cause, content)
    values (${cast.admin.id}, 'people', 'mail', ${`people ${cast.admin.id}`}, ${database.sql.json(content)})`;
  await open().deliverDue();
  expect(sent).toMatchObject([{ to: cast.admin.email, subject: 'What was given by hand: 2026-10' }]);
  expect(sent[0]?.text).toContain('Ada (Administrator): RD$4,900.50, 3 times');
  expect(sent[0]?.text).toContain('https://parqueo.example/admin/month?month=2026-10');
});

test('a mail server that rejects the recipient is not tried again; its error names nobody', async () => {
  const smtpUrl = await startSmtp({
    onRcptTo({ address }, _session, done) {
      done(Object.assign(new Error(`<${address}> does not live here`), { responseCode: 550 }));
    },
  });
  const notifier = open({ mailer: createMailer({ config: { ...CONFIG, smtpUrl }, sql: database.sql }) });
  await book();
  await notifier.deliverDue();
  await wait('1 day');
  await book(3);
  await notifier.deliverDue();
  expect(await states()).toEqual([
    { state: 'failed', error: '550', attempts: 1 },
    { state: 'skipped', error: 'rejected_before', attempts: 0 },
  ]);
  expect(counted).toEqual(['mail rejected']);
  expect(logged.join()).not.toContain(cast.ana.email);
});

test('a mail has its calendar file and a name of its own when it goes out by SMTP', async () => {
  let received = '';
  const smtpUrl = await startSmtp({
    async onData(stream, _session, done) {
      received = Buffer.concat(await stream.toArray()).toString();
      done();
    },
  });
  await book();
  const [row] = await database.sql<{ id: string }[]>`select id from public.notifications`;
  await open({ mailer: createMailer({ config: { ...CONFIG, smtpUrl }, sql: database.sql }) }).deliverDue();
  expect(received).toContain(`Message-ID: <${row?.id}@parqueo.test>`);
  expect(received).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
});

test('a mail server that is down delays one mail and keeps no other one waiting', async () => {
  await book(1);
  let attempts = 0;
  const flaky: Mailer = {
    async send(mail) {
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error('ana@'), { code: 'ECONNREFUSED' });
      sent.push(mail);
    },
  };
  const notifier = open({ mailer: flaky });
  await notifier.deliverDue();
  await book(3);
  await notifier.deliverDue();
  expect(await states()).toMatchObject([{ state: 'pending', error: 'ECONNREFUSED' }, { state: 'sent' }]);
  await wait('1 minute');
  await notifier.deliverDue();
  expect(await states()).toMatchObject([
    { state: 'sent', error: null, attempts: 2 },
    { state: 'sent', error: null },
  ]);
});

test('each device gets an encrypted message, signed for its push service and no longer of use than the notice', async () => {
  await turnMailOff(cast.ana);
  const paths = [await addDevice(cast.ana), await addDevice(cast.ana, 'en')];
  await book();
  await open().deliverDue();
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  const [message] = service.received;
  expect(message?.headers).toMatchObject({
    authorization: expect.stringMatching(/^vapid t=/),
    'content-encoding': 'aes128gcm',
    urgency: 'high',
  });
  expect(Number(message?.headers.ttl)).toBeLessThanOrEqual(86_400);
  expect(message?.body.toString('latin1')).not.toContain('Naco');
  expect(counted).toEqual(['push sent', 'push sent']);
});

test.each([
  [410, 'gone'],
  [404, 'gone'],
  [500, 'later'],
  [429, 'later'],
  [302, 'later'],
])('a push service that responds %i means: %s', async (status, meaning) => {
  await turnMailOff(cast.ana);
  const path = await addDevice(cast.ana);
  service.statuses.set(path, status);
  await book();
  await open().deliverDue();
  // The notifications for a device go with the device.
  expect(await states()).toMatchObject(meaning === 'later' ? [{ state: 'pending', attempts: 1 }] : []);
  service.statuses.delete(path);
  await wait('1 minute');
  await open().deliverDue();
  // A redirect is not followed.
  expect(service.received.map((request) => request.path)).toEqual(meaning === 'later' ? [path, path] : [path]);
});

test('a device that subscribed with another key is removed when the server starts, and others stay', async () => {
  const pushKey = generatePushKey();
  const ofThisKey = await addDevice(cast.ana, 'es', getPublicPushKey(pushKey));
  await addDevice(cast.ana, 'es', getPublicPushKey(generatePushKey()));
  await preparePush(database.sql, pushKey);
  const left = await database.sql<{ endpoint: string }[]>`
    select endpoint from public.push_subscriptions where user_id = ${cast.ana.id}`;
  expect(left.map(({ endpoint }) => new URL(endpoint).pathname)).toEqual([ofThisKey]);
});

test('push is on in a new installation whose server has a key, and stays as its operator decided', async () => {
  const { sql } = database;
  const start = async () => {
    await sql`update public.installation_settings set push_notifications = false`;
    await preparePush(sql, generatePushKey());
    const [settings] = await sql`select push_notifications as push from public.installation_settings`;
    return settings?.push;
  };
  expect(await start()).toBe(true);
  await book();
  expect(await start()).toBe(false);
  await sql`delete from public.reservations`;
  await sql`insert into public.audit_log (action, subject_table) values ('update', 'installation_settings')`;
  expect(await start()).toBe(false);
});

test('without a key for push services mail is delivered and push waits', async () => {
  await addDevice(cast.ana);
  await book();
  await open({ hasPush: false }).deliverDue();
  expect(await states()).toMatchObject([{ state: 'sent' }, { state: 'pending', error: 'no_push_key' }]);
});

test('a kind that only a newer server has is left to it', async () => {
  await database.sql`alter table public.notifications drop constraint notifications_kind_is_known`;
  await database.sql`
    insert into public.notifications (user_id, kind, channel, cause, content)
    values (${cast.ana.id}, 'receipt', 'mail', 'receipt', '{}')`;
  await book();
  await open().deliverDue();
  expect(sent).toHaveLength(1);
  expect(await states()).toMatchObject([{ state: 'pending', error: 'unknown_kind' }, { state: 'sent' }]);
});
