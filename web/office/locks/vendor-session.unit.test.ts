import { beforeEach, expect, test } from 'vitest';
import { toErrorMessage } from '../../../domain/problems.ts';
import { connect } from '../../data/connection.ts';
import { server } from '../../testing/fake-server.ts';
import { createMemoryTokenStorage, lockPageSchema, openVendorSession, toLockProblem } from './vendor-session.ts';

type Call = { endpoint: string; method: string; headers: Record<string, string>; body: unknown };
type Answer = { code: number; data?: unknown; msg?: string | null; status?: number };

/** Stands in for the proxy: answers of each endpoint in order, the last one again and again. */
const answers = new Map<string, Answer[]>();
const PROXY = 'POST /functions/v1/lock-proxy';
const TOKEN = '/researchapi/getAccessToken';
const LIST = '/researchapi/carlock/list';
const CONTROL = '/researchapi/carlock/control';
const EXPIRED: Answer = { code: 40_001, msg: 'The access token has expired' };
const MOVED: Answer = { code: 200 };
const page = (...dids: string[]): Answer => ({ code: 200, data: { content: dids.map((did) => ({ did })) } });
const token = (accessToken: string): Answer => ({ code: 200, data: { accessToken } });

beforeEach(() => {
  connect({ ...server.config, lockVendorName: 'Cerrojo' });
  answers.clear();
  answers.set(TOKEN, [token('first')]);
  server.handle(PROXY, ({ body: call }) => {
    const queue = answers.get((call as Call).endpoint) ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    const { status = 200, ...body } = answer;
    return Response.json(body, { status });
  });
});

const session = () => openVendorSession(createMemoryTokenStorage());
const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const calls = (endpoint: string) =>
  server
    .received(PROXY)
    .map(({ body }) => body as Call)
    .filter((call) => call.endpoint === endpoint);

test('a session requests one access token and sends it with every call', async () => {
  answers.set(LIST, [page('KV-1')]);
  const vendor = session();
  await Promise.all([vendor.listAll('dashboard', 10), vendor.listAll('dashboard', 10)]);
  await vendor.listAll('dashboard', 20);
  expect(calls(TOKEN)).toEqual([{ endpoint: TOKEN, method: 'GET', headers: {}, body: null }]);
  expect(calls(LIST).at(-1)).toEqual({
    endpoint: LIST,
    method: 'POST',
    headers: { AccessToken: 'first' },
    body: { index: 1, size: 20 },
  });
});

test.each([
  ['a list', LIST, () => session().listAll('dashboard', 10)],
  ['a command', CONTROL, () => session().move('KV-1', 'raise')],
])('a session renews an expired access token and repeats %s once', async (_what, endpoint, work) => {
  answers.set(TOKEN, [token('first'), token('second')]);
  answers.set(endpoint, [EXPIRED, endpoint === LIST ? page('KV-1') : MOVED]);
  await work();
  expect(calls(endpoint).map(({ headers }) => headers.AccessToken)).toEqual(['first', 'second']);
});

test('a session renews an access token once per call', async () => {
  answers.set(LIST, [EXPIRED]);
  const kept = createMemoryTokenStorage();
  const failure = await thrownBy(openVendorSession(kept).listAll('dashboard', 10));
  expect(calls(LIST)).toHaveLength(2);
  expect(toErrorMessage(failure)).toBe('API Error: The access token has expired');
  expect(kept.read()).toBeNull();
});

test('a session loads all pages until one is not full', async () => {
  answers.set(LIST, [page('KV-1', 'KV-2'), page('KV-3')]);
  expect((await session().listAll('dashboard', 2)).map(({ did }) => did)).toEqual(['KV-1', 'KV-2', 'KV-3']);
  expect(calls(LIST).map(({ body }) => body)).toEqual([
    { index: 1, size: 2 },
    { index: 2, size: 2 },
  ]);
});

test.each([
  ['raise', 2],
  ['lower', 1],
] as const)('the command to %s is of type %i', async (action, type) => {
  answers.set(CONTROL, [MOVED]);
  await session().move('KV-7', action);
  expect(calls(CONTROL)[0]?.body).toEqual({ did: 'KV-7', type });
});

const PROXY_DOWN: Answer = { status: 502, code: 502, msg: 'The lock vendor cannot be reached' };
const NOT_ALLOWED: Answer = { code: 40_080, msg: 'Not in the white list' };

test.each<[string, string, Answer | null]>([
  ['Your proxy IP is not whitelisted in the lock vendor dashboard', TOKEN, NOT_ALLOWED],
  ['Your proxy IP is not whitelisted in the lock vendor dashboard', LIST, NOT_ALLOWED],
  ['Failed to get access token from the lock vendor API', TOKEN, { code: 40_002, msg: 'Wrong secret' }],
  ['Failed to get access token from the lock vendor API', TOKEN, PROXY_DOWN],
  ['Failed to load parking locks from the lock vendor API', LIST, null],
  ['Failed to load parking locks from the lock vendor API', LIST, { code: 200, data: { content: 'none' } }],
  ['API Error: Invalid parameter', LIST, { code: 40_000, msg: 'Invalid parameter' }],
  ['API Error: No parking locks found', LIST, { code: 40_000, msg: null }],
])('an administrator on the dashboard reads: %s', async (sentence, endpoint, answer) => {
  answers.set(LIST, [page()]);
  answers.set(endpoint, answer === null ? [] : [answer]);
  expect(toErrorMessage(await thrownBy(session().listAll('dashboard', 10)))).toBe(sentence);
});

test.each<[string, string, Answer]>([
  ['Failed to get Cerrojo access token', TOKEN, { code: 40_002, msg: 'Wrong secret' }],
  ['Failed to connect to Cerrojo API', TOKEN, PROXY_DOWN],
  ['Failed to fetch parking lock data', LIST, PROXY_DOWN],
  ['Failed to fetch parking lock data', LIST, { code: 40_000, msg: 'Invalid parameter' }],
])('an administrator on the list of spaces reads: %s', async (sentence, endpoint, answer) => {
  answers.set(endpoint, [answer]);
  expect(toErrorMessage(await thrownBy(session().listAll('spaces', 50)))).toBe(sentence);
});

test.each<['raise' | 'lower', string, string, Answer]>([
  ['raise', 'Failed to raise lock: The device is offline', CONTROL, { code: 40_030, msg: 'The device is offline' }],
  ['lower', 'Failed to lower lock: Unknown error', CONTROL, { code: 40_030, msg: '' }],
  ['lower', 'Failed to lower lock: The lock vendor cannot be reached', CONTROL, PROXY_DOWN],
  ['raise', 'No valid Cerrojo access token available', TOKEN, { code: 40_002, msg: 'Wrong secret' }],
])('an administrator whose command to %s failed reads: %s', async (action, sentence, endpoint, answer) => {
  answers.set(endpoint, [answer]);
  expect(toErrorMessage(toLockProblem(action, await thrownBy(session().move('KV-1', action))))).toBe(sentence);
});

test('a lock without values is read as one with nulls', () => {
  const locks = lockPageSchema.parse({ content: [{}, { did: null, electricity: null }] });
  expect(locks.map(({ key }) => key)).toEqual(['without-id-0', 'without-id-1']);
  expect(locks[0]).toMatchObject({ did: null, online: null, electricity: null, alarm: null, syncTime: null });
});

test('numbers sent as text and texts sent as numbers are converted', () => {
  const row = { did: 42, online: '2', electricity: '85%', locationState: '1', alarm: 0, soundAlarm: true, gateway: {} };
  expect(lockPageSchema.parse({ content: [row] })[0]).toMatchObject({
    key: '42',
    did: '42',
    online: 2,
    electricity: 85,
    locationState: 1,
    alarm: '0',
    soundAlarm: 'true',
    gateway: null,
  });
});

test('an entry that is no object becomes an empty lock and hides no other', () => {
  const locks = lockPageSchema.parse({ content: ['nonsense', { did: 'KV-0001' }, null] });
  expect(locks.map(({ key, did }) => [key, did])).toEqual([
    ['without-id-0', null],
    ['KV-0001', 'KV-0001'],
    ['without-id-2', null],
  ]);
});
