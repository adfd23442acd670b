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

export const SUCCESS = 200;
export const TOKEN_EXPIRED = 40_001;
export const DOWN = 1;
export const UP = 2;

/** `type` as the vendor counts: 1 lowers, 2 raises. It is also the position that the lock is in afterwards. */
export type Move = { did: string; type: typeof DOWN | typeof UP };

/** One slow call must leave time for the next ones. */
const CALL_TIMEOUT_MS = 4000;
const PAGE_SIZE = 100;
/** Limits the pages of one search; the vendor cannot find a lock by its id. */
const MAX_PAGES = 50;

/** The vendor gave no access token, or did not list its locks. */
export class VendorError extends Error {
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

export type LockState = z.infer<typeof lockSchema>;

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
