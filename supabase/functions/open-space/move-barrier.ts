import { VENDOR_FAILURES, type VendorFailure, type VendorResponse } from '../shared/lock-vendor.ts';
import {
  DOWN,
  type LockState,
  type Move,
  SUCCESS,
  TOKEN_EXPIRED,
  UP,
  VendorError,
  type VendorSession,
} from './vendor-session.ts';

const POLL_MS = 1000;
/** A slow list delays lowering by at most this; raising does not read it. */
const MAX_LIST_MS = 3000;
/** After so many unreadable lists in a row the vendor is down; the barrier is not just slow. */
const MAX_FAILED_POLLS = 3;

const ADDRESS_NOT_ALLOWED = 40_080;
const OFFLINE = 2;

/** `now` in milliseconds. Tests replace it. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

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
