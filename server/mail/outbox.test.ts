import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { removeOldData } from '../start/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import type { Mail, Mailer } from './mailer.ts';
import { createOutbox, startMailDelivery } from './outbox.ts';

const MAIL: Mail = { to: 'ana@parqueo.test', subject: 'Hello', text: 'Your code: 123456', html: '<p>123456</p>' };
const SECRET_KEY = 'a-secret-key-of-at-least-32-characters';

let database: TestDatabase;
let sent: Mail[] = [];
let logged: Record<string, unknown>[] = [];
let givenUp = 0;

const log = pino({}, { write: (line) => logged.push(JSON.parse(line)) });
const working: Mailer = {
  async send(mail) {
    sent.push(mail);
  },
};
const down: Mailer = { send: () => Promise.reject(Object.assign(new Error('ana@ is unknown'), { responseCode: 450 })) };

const open = (mailer: Mailer) =>
  createOutbox({
    sql: database.sql,
    mailer,
    secretKey: SECRET_KEY,
    log,
    metrics: {
      countMails: (outcome) => {
        if (outcome === 'given_up') givenUp += 1;
      },
    },
  });
type Row = { sealed_mail: string | null; attempts: number; last_error: string | null; failed: boolean };
const rows = () => database.sql<Row[]>`
  select sealed_mail, attempts, last_error, failed_at is not null as failed
  from parqueo_server.mail_outbox order by id`;
const age = (interval: string) => database.sql`
  update parqueo_server.mail_outbox set
    created_at = created_at - ${interval}::interval, next_attempt_at = least(next_attempt_at, now()),
    failed_at = failed_at - ${interval}::interval`;
const deliver = async (outbox: ReturnType<typeof open>) => {
  await outbox.deliverDue();
  await outbox.whenIdle();
};

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`truncate parqueo_server.mail_outbox`;
  [sent, logged, givenUp] = [[], [], 0];
});
afterAll(() => database.close());

test('a mail is delivered after its transaction commits, and its text is removed', async () => {
  const outbox = open(working);
  await outbox.transaction(async (tx) => {
    await outbox.add(tx, MAIL);
    expect(sent).toEqual([]);
  });
  await outbox.whenIdle();
  expect(sent).toEqual([MAIL]);
  expect(await rows()).toEqual([]);
});

test('a mail of a rolled back transaction is never sent', async () => {
  const outbox = open(working);
  const attempt = outbox.transaction(async (tx) => {
    await outbox.add(tx, MAIL);
    throw new Error('something else went wrong');
  });
  await expect(attempt).rejects.toThrow('something else');
  await deliver(outbox);
  expect([sent, await rows()]).toEqual([[], []]);
});

test('a mail is sent when the mail server is back', async () => {
  const outbox = open(down);
  await outbox.transaction((tx) => outbox.add(tx, MAIL));
  await outbox.whenIdle();
  expect(await rows()).toMatchObject([{ attempts: 1, last_error: '450' }]);
  await deliver(open(working));
  expect(sent).toEqual([]);
  await age('1 minute');
  await deliver(open(working));
  expect([sent, await rows()]).toEqual([[MAIL], []]);
});

test('a mail that fails for a day is erased, logged and counted, and removed after a week', async () => {
  const outbox = open(down);
  await outbox.transaction((tx) => outbox.add(tx, MAIL));
  await outbox.whenIdle();
  await age('23 hours');
  await deliver(outbox);
  expect(givenUp).toBe(0);
  await age('1 hour');
  await deliver(outbox);
  expect(await rows()).toMatchObject([{ sealed_mail: null, failed: true, attempts: 3, last_error: '450' }]);
  expect(givenUp).toBe(1);
  expect(logged.at(-1)).toMatchObject({ level: 50, isGivenUp: true });
  await deliver(open(working));
  expect(sent).toEqual([]);
  await age('6 days');
  expect(await removeOldData(database.sql)).toBe(0);
  await age('25 hours');
  expect(await removeOldData(database.sql)).toBe(1);
});

test('several servers deliver each mail once', async () => {
  const servers = [open(working), open(working), open(working)];
  const [first] = servers;
  await database.sql.begin(async (tx) => {
    for (let index = 0; index < 40; index += 1) await first?.add(tx, { ...MAIL, subject: `${index}` });
  });
  await Promise.all(servers.map(deliver));
  expect(sent.map(({ subject }) => Number(subject)).toSorted((a, b) => a - b)).toEqual([...Array(40).keys()]);
});

test('a server that stops finishes the mail in progress and leaves the others stored', async () => {
  const accepted = Promise.withResolvers<void>();
  const slow: Mailer = {
    async send(mail) {
      await accepted.promise;
      sent.push(mail);
    },
  };
  const outbox = open(slow);
  const stop = startMailDelivery({ sql: database.sql, outbox, log });
  await outbox.transaction((tx) => outbox.add(tx, { ...MAIL, subject: 'under way' }));
  await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1));
  const stopped = stop();
  await outbox.transaction((tx) => outbox.add(tx, { ...MAIL, subject: 'left' }));
  accepted.resolve();
  await stopped;
  expect(sent.map(({ subject }) => subject)).toEqual(['under way']);
  await deliver(open(working));
  expect(sent.map(({ subject }) => subject)).toEqual(['under way', 'left']);
});

test('mail encrypted with another SECRET_KEY is retried and does not block other mail', async () => {
  const other = createOutbox({ sql: database.sql, mailer: working, secretKey: 'x'.repeat(32), log });
  await database.sql.begin((tx) => other.add(tx, MAIL));
  const outbox = open(working);
  await database.sql.begin((tx) => outbox.add(tx, { ...MAIL, subject: 'readable' }));
  await deliver(outbox);
  expect(sent.map(({ subject }) => subject)).toEqual(['readable']);
  expect(await rows()).toMatchObject([{ attempts: 1, failed: false, last_error: expect.stringMatching(/^\w+$/) }]);
});

test('the database shows neither recipient nor code of a pending mail', async () => {
  const outbox = open(down);
  await database.sql.begin((tx) => outbox.add(tx, MAIL));
  const [row] = await database.sql<{ text: string }[]>`select o::text as text from parqueo_server.mail_outbox o`;
  for (const secret of ['ana', '123456', 'Hello']) {
    expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain(Buffer.from(secret).toString('base64').replaceAll('=', ''));
  }
});
