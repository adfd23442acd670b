import * as z from 'zod';
import { lockRowSchema } from '../../../domain/locks/lock.ts';
import {
  callVendor,
  type LockCall,
  type LockVendor,
  VENDOR_FAILURES,
  type VendorFailure,
  type VendorResponse,
} from '../shared/lock-vendor.ts';

const POLL_MS = 1000;
/** Without the list a barrier is lowered all the same, and only staff raises it. So a slow list takes this long at most. */
const MAX_LIST_MS = 3000;
/** After so many unreadable lists in a row the vendor is down; the barrier is not just slow. */
const MAX_FAILED_POLLS = 3;

const SUCCESS = 200;
const TOKEN_EXPIRED = 40_001;
const ADDRESS_NOT_ALLOWED = 40_080;
const OFFLINE = 2;
const DOWN = 1;
const UP = 2;

/** `now` in milliseconds. Tests replace it. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

/** `type` as the vendor counts: 1 lowers, 2 raises. It is also the position that the lock is in afterwards. */
export type Move = { did: string; type: typeof DOWN | typeof UP };

/** `moved`, or the key of the problem that the driver reads. */
export type BarrierOutcome =
  | 'moved'
  | 'barrier-no-response'
  | 'barrier-offline'
  | 'barrier-rejected'
  | 'barrier-unreachable';

/**
 * `code` and `msg` are the vendor's, or 502 or 504 as in the lock proxy. They are for the audit log only. `wasUp` is whether
 * the vendor listed a lock that is lowered as up before.
 */
export type BarrierResult = { outcome: BarrierOutcome; code: number; msg: string; wasUp: boolean };

type MoveOptions = { session: VendorSession; clock: Clock; deadline: number };

/** Moves a barrier. Before it is lowered its position is read, which says whether a car may have stood above it. */
export async function moveBarrier(move: Move, options: MoveOptions): Promise<BarrierResult> {
  const deadline = Math.min(options.deadline, options.clock.now() + MAX_LIST_MS);
  const before = move.type === DOWN ? await findLock(move, { ...options, deadline }) : null;
  // Where a lock was when it was last online says nothing: staff may have lowered it by hand for a car.
  const wasUp = before?.locationState === UP && before.online !== OFFLINE;
  return { ...(await sendMove(move, options)), wasUp };
}

/**
 * Sends a command once and waits until the vendor lists the lock in its new position, or the time is over. The vendor's
 * success only says that it took the command; after a lost response the list shows whether it did.
 */
async function sendMove(move: Move, options: MoveOptions): Promise<Omit<BarrierResult, 'wasUp'>> {
  let response: VendorResponse | VendorFailure;
  try {
    response = await options.session.move(move, getRemainingMs(options));
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { outcome: 'barrier-unreachable', code: error.code, msg: error.reason };
  }
  if (typeof response === 'string') {
    return { outcome: await waitForPosition(move, { ...options, wasAccepted: false }), ...VENDOR_FAILURES[response] };
  }
  const { code, msg } = response;
  const outcome =
    code === SUCCESS
      ? await waitForPosition(move, { ...options, wasAccepted: true })
      : await explainRejection(move, code, options);
  return { outcome, code, msg: msg ?? '' };
}

/** Codes other than these differ between vendors, so the list says whether the lock is offline. */
async function explainRejection(move: Move, code: number, options: MoveOptions): Promise<BarrierOutcome> {
  if (code === ADDRESS_NOT_ALLOWED || code === TOKEN_EXPIRED) return 'barrier-unreachable';
  const lock = await findLock(move, options);
  return lock?.online === OFFLINE ? 'barrier-offline' : 'barrier-rejected';
}

async function waitForPosition(
  move: Move,
  { wasAccepted, ...options }: MoveOptions & { wasAccepted: boolean },
): Promise<BarrierOutcome> {
  const { clock, deadline } = options;
  let lastSeen: LockState | null = null;
  let failedPolls = 0;
  const isVendorDown = () => !wasAccepted && lastSeen === null;
  while (clock.now() < deadline) {
    const lock = await findLock(move, options);
    if (lock?.locationState === move.type) return 'moved';
    lastSeen = lock ?? lastSeen;
    failedPolls = lock === undefined ? failedPolls + 1 : 0;
    if (isVendorDown() && failedPolls >= MAX_FAILED_POLLS) break;
    await clock.wait(Math.max(0, Math.min(POLL_MS, deadline - clock.now())));
  }
  if (isVendorDown()) return 'barrier-unreachable';
  return lastSeen?.online === OFFLINE ? 'barrier-offline' : 'barrier-no-response';
}

/** Undefined when the vendor could not be asked; null when it lists no such lock. */
async function findLock({ did }: Move, options: MoveOptions): Promise<LockState | null | undefined> {
  try {
    return await options.session.find(did, getRemainingMs(options));
  } catch (error) {
    if (error instanceof VendorError) return undefined;
    throw error;
  }
}

const getRemainingMs =
  ({ clock, deadline }: MoveOptions) =>
  () =>
    deadline - clock.now();

/** One slow call must leave time for the next ones. */
const CALL_TIMEOUT_MS = 4000;
const PAGE_SIZE = 100;
/** Limits the pages of one search; the vendor cannot find a lock by its id. */
const MAX_PAGES = 50;

/** The vendor gave no access token, or did not list its locks. */
class VendorError extends Error {
  override name = 'VendorError';
  /** The vendor's code, or 502 or 504 as in the lock proxy. */
  readonly code: number;
  /** The vendor's words, for the audit log. */
  readonly reason: string;

  constructor(result: VendorResponse | VendorFailure) {
    const { code, msg } = typeof result === 'string' ? VENDOR_FAILURES[result] : result;
    super(`The lock vendor responded with ${code}`);
    this.code = code;
    this.reason = msg ?? '';
  }
}

const lockSchema = lockRowSchema.pick({ did: true, online: true, locationState: true });
const pageSchema = z.object({ content: z.array(z.unknown()).nullish() }).nullish();
const tokenSchema = z.object({ accessToken: z.string().min(1) });

type LockState = z.infer<typeof lockSchema>;

/** How much time is left for what is under way. */
type RemainingMs = () => number;

type SessionOptions = { vendor: () => Promise<LockVendor>; fetch: typeof globalThis.fetch };

export type VendorSession = ReturnType<typeof openVendorSession>;

/**
 * Opens a session that concurrent requests share, with one access token until the vendor says that it has expired. The token
 * never leaves this process.
 */
export function openVendorSession({ vendor, fetch }: SessionOptions) {
  let token: Promise<string> | null = null;
  /** The page on which a lock was found last. */
  const pages = new Map<string, number>();

  async function send(call: LockCall, getRemainingMs: RemainingMs): Promise<VendorResponse | VendorFailure> {
    const access = await vendor();
    const timeoutMs = Math.min(CALL_TIMEOUT_MS, access.timeoutMs ?? CALL_TIMEOUT_MS, Math.floor(getRemainingMs()));
    return timeoutMs <= 0 ? 'timeout' : callVendor(call, { ...access, timeoutMs }, fetch);
  }

  async function requestToken(getRemainingMs: RemainingMs): Promise<string> {
    const response = await send({ endpoint: '/researchapi/getAccessToken' }, getRemainingMs);
    if (typeof response === 'string' || response.code !== SUCCESS) throw new VendorError(response);
    const data = tokenSchema.safeParse(response.data);
    if (!data.success) throw new VendorError('malformed');
    return data.data.accessToken;
  }
  function getToken(getRemainingMs: RemainingMs): Promise<string> {
    token ??= requestToken(getRemainingMs).catch((error: unknown) => {
      token = null;
      throw error;
    });
    return token;
  }

  async function sendWithToken(createCall: (accessToken: string) => LockCall, getRemainingMs: RemainingMs) {
    const used = getToken(getRemainingMs);
    const response = await send(createCall(await used), getRemainingMs);
    if (typeof response === 'string' || response.code !== TOKEN_EXPIRED) return response;
    // Another request may have renewed it already.
    if (token === used) token = null;
    return send(createCall(await getToken(getRemainingMs)), getRemainingMs);
  }

  async function listPage(index: number, getRemainingMs: RemainingMs) {
    const body = { index, size: PAGE_SIZE };
    const response = await sendWithToken(
      (accessToken) => ({ endpoint: '/researchapi/carlock/list', body, accessToken }),
      getRemainingMs,
    );
    if (typeof response === 'string' || response.code !== SUCCESS) throw new VendorError(response);
    const page = pageSchema.safeParse(response.data);
    if (!page.success) throw new VendorError('malformed');
    const rows = page.data?.content ?? [];
    const locks = rows.map((row) => lockSchema.safeParse(row).data).filter((lock) => lock !== undefined);
    return { locks, isLast: rows.length < PAGE_SIZE };
  }

  return {
    /** Sends a command. After a failure it may have arrived. @throws VendorError without a token */
    move: (body: Move, getRemainingMs: RemainingMs) =>
      sendWithToken((accessToken) => ({ endpoint: '/researchapi/carlock/control', body, accessToken }), getRemainingMs),
    /** Null when the vendor lists no such lock. @throws VendorError */
    async find(did: string, getRemainingMs: RemainingMs): Promise<LockState | null> {
      const lastPage = pages.get(did);
      const order = Array.from({ length: MAX_PAGES }, (_, index) => index + 1);
      for (const index of lastPage === undefined ? order : [lastPage, ...order]) {
        const { locks, isLast } = await listPage(index, getRemainingMs);
        const lock = locks.find((candidate) => candidate.did === did);
        if (lock !== undefined) {
          pages.set(did, index);
          return lock;
        }
        // The page of the last time may be the last one, and the lock on an earlier page by now.
        if (isLast && index !== lastPage) break;
      }
      pages.delete(did);
      return null;
    },
  };
}
