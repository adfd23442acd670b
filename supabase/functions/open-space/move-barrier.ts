import { VENDOR_FAILURES, type VendorFailure, type VendorResponse } from '../lock-proxy/call-vendor.ts';
import { type LockState, VendorError, type VendorSession } from './vendor-session.ts';

const POLL_MS = 1000;
/** So many lists in a row that cannot be read mean that the vendor is down, not that the barrier is slow. */
const MAX_FAILED_POLLS = 3;

const SUCCESS = 200;
const TOKEN_EXPIRED = 40_001;
const ADDRESS_NOT_ALLOWED = 40_080;
const OFFLINE = 2;

/** `now` in milliseconds. Tests replace it. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

/** `type` as the vendor counts: 1 lowers, 2 raises. It is also the position that the lock is in afterwards. */
export type Move = { did: string; type: 1 | 2 };

/** `moved`, or the key of the problem that the driver reads. */
export type BarrierOutcome =
  | 'moved'
  | 'barrier-no-response'
  | 'barrier-offline'
  | 'barrier-rejected'
  | 'barrier-unreachable';

/** `code` and `msg` are the vendor's, or 502 or 504 as in the lock proxy. They are for the audit log only. */
export type BarrierResult = { outcome: BarrierOutcome; code: number; msg: string };

type MoveOptions = { session: VendorSession; clock: Clock; deadline: number };

/**
 * Sends a command once and waits until the vendor lists the lock in its new position, or the time is over. The vendor's
 * success only says that it took the command; after a lost response the list shows whether it did.
 */
export async function moveBarrier(move: Move, options: MoveOptions): Promise<BarrierResult> {
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
