import * as z from 'zod';
import {
  callVendor,
  type LockVendor,
  VENDOR_FAILURES,
  type VendorFailure,
  type VendorResponse,
} from '../lock-proxy/call-vendor.ts';
import type { LockCall } from '../lock-proxy/parse-lock-call.ts';

const SUCCESS = 200;
const TOKEN_EXPIRED = 40_001;

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

const number = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .nullish()
  .catch(null);
const lockSchema = z.object({
  did: z.union([z.string(), z.number().transform(String)]),
  /** 1 online, 2 offline. */
  online: number,
  /** 1 down, 2 up, anything else unknown. */
  locationState: number,
});
const pageSchema = z.object({ content: z.array(z.unknown()).nullish() }).nullish();
const tokenSchema = z.object({ accessToken: z.string().min(1) });

export type LockState = z.infer<typeof lockSchema>;

/** The vendor's calls with an access token, which never leaves this process. */
export type VendorSession = {
  /** Sends a command: 1 lowers, 2 raises. After a failure it may have arrived. @throws VendorError without a token */
  move: (command: { did: string; type: 1 | 2 }, getRemainingMs: RemainingMs) => Promise<VendorResponse | VendorFailure>;
  /** Null when the vendor lists no such lock. @throws VendorError */
  find: (did: string, getRemainingMs: RemainingMs) => Promise<LockState | null>;
};

/** How much time is left for what is under way. */
type RemainingMs = () => number;

type SessionOptions = { vendor: () => Promise<LockVendor>; fetch: typeof globalThis.fetch };

/** Opens a session that concurrent requests share, with one access token until the vendor says that it has expired. */
export function openVendorSession({ vendor, fetch }: SessionOptions): VendorSession {
  let stored: { token: string; url: string } | null = null;
  let pending: Promise<string> | null = null;
  /** The page on which a lock was found last. */
  const pages = new Map<string, number>();

  async function send(call: LockCall, getRemainingMs: RemainingMs): Promise<VendorResponse | VendorFailure> {
    const access = await vendor();
    const timeoutMs = Math.min(CALL_TIMEOUT_MS, access.timeoutMs ?? CALL_TIMEOUT_MS, Math.floor(getRemainingMs()));
    return timeoutMs <= 0 ? 'timeout' : callVendor(call, { ...access, timeoutMs }, fetch);
  }

  async function requestToken(getRemainingMs: RemainingMs): Promise<string> {
    const { url } = await vendor();
    const call = { endpoint: '/researchapi/getAccessToken', method: 'GET', body: null } as const;
    const response = await send(call, getRemainingMs);
    if (typeof response === 'string' || response.code !== SUCCESS) throw new VendorError(response);
    const data = tokenSchema.safeParse(response.data);
    if (!data.success) throw new VendorError('malformed');
    stored = { token: data.data.accessToken, url };
    return stored.token;
  }
  function renewToken(getRemainingMs: RemainingMs): Promise<string> {
    pending ??= requestToken(getRemainingMs).finally(() => {
      pending = null;
    });
    return pending;
  }
  const findToken = async () => (stored?.url === (await vendor()).url ? stored.token : null);

  async function sendWithToken(createCall: (accessToken: string) => LockCall, getRemainingMs: RemainingMs) {
    const token = (await findToken()) ?? (await renewToken(getRemainingMs));
    const response = await send(createCall(token), getRemainingMs);
    if (typeof response === 'string' || response.code !== TOKEN_EXPIRED) return response;
    // Another request may have renewed it already.
    const current = await findToken();
    const renewed = current === null || current === token ? await renewToken(getRemainingMs) : current;
    return send(createCall(renewed), getRemainingMs);
  }

  async function listPage(index: number, getRemainingMs: RemainingMs) {
    const createCall = (accessToken: string) =>
      ({
        endpoint: '/researchapi/carlock/list',
        method: 'POST',
        body: { index, size: PAGE_SIZE },
        accessToken,
      }) as const;
    const response = await sendWithToken(createCall, getRemainingMs);
    if (typeof response === 'string' || response.code !== SUCCESS) throw new VendorError(response);
    const page = pageSchema.safeParse(response.data);
    if (!page.success) throw new VendorError('malformed');
    const rows = page.data?.content ?? [];
    const locks = rows.map((row) => lockSchema.safeParse(row).data).filter((lock) => lock !== undefined);
    return { locks, isLast: rows.length < PAGE_SIZE };
  }

  return {
    move: (body, getRemainingMs) =>
      sendWithToken(
        (accessToken) => ({ endpoint: '/researchapi/carlock/control', method: 'POST', body, accessToken }),
        getRemainingMs,
      ),
    async find(did, getRemainingMs) {
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
