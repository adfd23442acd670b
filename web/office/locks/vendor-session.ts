import * as z from 'zod';
import { COMMAND_TYPES, type LockAction, type LockDevice, lockRowSchema } from '../../../domain/locks/lock.ts';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import { connection } from '../../data/connection.ts';
import { NoVendorResponseError, requestLocks, requestMove, requestToken, type VendorResponse } from './data.ts';

/** A row that is no object becomes an empty lock, so that the list shows it and the others. */
const anyRowSchema = z.preprocess((row) => (typeof row === 'object' && row !== null ? row : {}), lockRowSchema);

const count = z.int().nonnegative().nullish().catch(null);

/** The `data` of a successful response; a page without content has no locks. */
export const lockPageSchema = z
  .object({ content: z.array(anyRowSchema).nullish(), totalElements: count })
  .nullish()
  .transform(
    (data): LockPage => ({
      locks: (data?.content ?? []).map((row, index) => ({ key: row.did ?? `without-id-${index}`, ...row })),
      total: data?.totalElements ?? null,
    }),
  );

const SUCCESS = 200;
const TOKEN_EXPIRED = 40_001;

/** Limits the pages of one list. */
const MAX_PAGES = 100;

const tokenSchema = z.object({ accessToken: z.string().min(1) });

export type TokenStorage = { read: () => string | null; write: (token: string) => void; remove: () => void };

export function createMemoryTokenStorage(): TokenStorage {
  let stored: string | null = null;
  return {
    read: () => stored,
    write: (token) => {
      stored = token;
    },
    remove: () => {
      stored = null;
    },
  };
}

export class VendorFailure extends Error {
  override name = 'VendorFailure';
  /** Whether getting the access token failed, or the call itself. */
  readonly step: 'token' | 'call';
  /** The vendor's code; null without a readable response. */
  readonly code: number | null;
  /** The message of the vendor or of the proxy. */
  readonly reason: string | null;

  constructor({ step, code, reason, cause }: Pick<VendorFailure, 'step' | 'code' | 'reason'> & { cause?: unknown }) {
    super('The lock vendor did not do what it was asked', { cause });
    this.step = step;
    this.code = code;
    this.reason = reason;
  }
}

/** The vendor's calls. They get an access token when they need one, and throw VendorFailure. */
export type VendorSession = {
  /** Loads one page; `index` counts from 1. */
  list: (index: number, size: number) => Promise<LockPage>;
  /** Loads all locks, `size` at a time. */
  listAll: (size: number) => Promise<LockDevice[]>;
  /** Moves a lock. Success only says that the vendor accepted the command. */
  move: (did: string, action: LockAction) => Promise<void>;
};

async function sendCall(step: VendorFailure['step'], call: Promise<VendorResponse>): Promise<VendorResponse> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof NoVendorResponseError)) throw cause;
    throw new VendorFailure({ step, code: null, reason: cause.reason, cause });
  }
}

async function requestNewToken(): Promise<string> {
  const { code, data, msg } = await sendCall('token', requestToken());
  const parsed = tokenSchema.safeParse(data);
  if (code !== SUCCESS || !parsed.success) throw new VendorFailure({ step: 'token', code, reason: msg });
  return parsed.data.accessToken;
}

export function openVendorSession(storage: TokenStorage): VendorSession {
  let pending: Promise<string> | null = null;
  // Concurrent calls share one request for a token.
  const renewToken = async () => {
    storage.remove();
    pending ??= requestNewToken().finally(() => {
      pending = null;
    });
    const token = await pending;
    storage.write(token);
    return token;
  };

  const call = async (request: (token: string) => Promise<VendorResponse>): Promise<unknown> => {
    const usedToken = storage.read() ?? (await renewToken());
    let response = await sendCall('call', request(usedToken));
    if (response.code === TOKEN_EXPIRED) {
      // Another call may have renewed it already.
      const stored = storage.read();
      const token = stored === null || stored === usedToken ? await renewToken() : stored;
      response = await sendCall('call', request(token));
      if (response.code === TOKEN_EXPIRED) storage.remove();
    }
    if (response.code !== SUCCESS) throw new VendorFailure({ step: 'call', code: response.code, reason: response.msg });
    return response.data;
  };

  const list = async (index: number, size: number): Promise<LockPage> => {
    const parsed = lockPageSchema.safeParse(await call((token) => requestLocks(token, { index, size })));
    if (!parsed.success) throw new VendorFailure({ step: 'call', code: null, reason: null, cause: parsed.error });
    return parsed.data;
  };

  return {
    list,
    async listAll(size) {
      const byKey = new Map<string, LockDevice>();
      for (let index = 1; index <= MAX_PAGES; index += 1) {
        const { locks } = await list(index, size);
        const sizeBefore = byKey.size;
        for (const lock of locks) {
          const key = lock.did ?? `${index}-${lock.key}`;
          byKey.set(key, { ...lock, key });
        }
        // A page that repeats known locks is also the last one.
        if (locks.length < size || byKey.size === sizeBefore) break;
      }
      return [...byKey.values()];
    },
    async move(did, action) {
      await call((token) => requestMove(token, { did, type: COMMAND_TYPES[action] }));
    },
  };
}

/** `total` counts all pages; null when the vendor does not send it. */
type LockPage = { locks: LockDevice[]; total: number | null };

const ADDRESS_NOT_ALLOWED = 40_080;

const NOT_MOVED = {
  raise: { explained: 'lock-not-raised', unexplained: 'lock-not-raised-unexplained' },
  lower: { explained: 'lock-not-lowered', unexplained: 'lock-not-lowered-unexplained' },
} as const satisfies Record<LockAction, Record<'explained' | 'unexplained', ProblemKey>>;

const getVendorName = () => connection().config.lockVendorName;

/** The error that the dashboard shows for a failed list; returns unexpected errors as they are. */
export function toDashboardProblem(thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const { step, code, reason } = thrown;
  if (code === ADDRESS_NOT_ALLOWED) return new Problem('lock-vendor-refuses-address', { cause: thrown });
  if (step === 'token') return new Problem('lock-token-not-received', { cause: thrown });
  if (code === null) return new Problem('locks-not-loaded', { cause: thrown });
  if (!reason) return new Problem('lock-vendor-error-unexplained', { cause: thrown });
  return new Problem('lock-vendor-error', { cause: thrown, values: { message: reason } });
}

/** The error that the list of spaces shows; returns unexpected errors as they are. */
export function toSpaceLocksProblem(thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const options = { cause: thrown, values: { vendor: getVendorName() } };
  if (thrown.step === 'call') return new Problem('space-locks-not-loaded', options);
  return new Problem(thrown.code === null ? 'space-lock-vendor-not-reached' : 'space-lock-token-refused', options);
}

/** The error of a failed command; returns unexpected errors as they are. */
export function toCommandProblem(thrown: unknown, action: LockAction): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  if (thrown.step === 'token') {
    return new Problem('lock-token-missing', { cause: thrown, values: { vendor: getVendorName() } });
  }
  const { explained, unexplained } = NOT_MOVED[action];
  if (!thrown.reason) return new Problem(unexplained, { cause: thrown });
  return new Problem(explained, { cause: thrown, values: { message: thrown.reason } });
}
