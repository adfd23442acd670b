import * as z from 'zod';
import { COMMAND_TYPES, type LockAction, type LockDevice } from '../../domain/locks/lock.ts';
import { NoVendorResponseError, requestLocks, requestMove, requestToken, type VendorResponse } from './data.ts';
import { type LockPage, lockPageSchema } from './lock-row.ts';

const SUCCESS = 200;
const TOKEN_EXPIRED = 40_001;

/** The most a fleet is read to. */
const PAGES_LIMIT = 100;

const tokenSchema = z.object({ accessToken: z.string().min(1) });

/** Where an access token is kept. */
export type TokenStorage = { read: () => string | null; write: (token: string) => void; remove: () => void };

/** A place that forgets the token with the screen. */
export function createMemoryTokenStorage(): TokenStorage {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: (token) => {
      kept = token;
    },
    remove: () => {
      kept = null;
    },
  };
}

/** A call of the vendor that did not succeed. */
export class VendorFailure extends Error {
  override name = 'VendorFailure';
  /** Whether the access token could not be had, or the call with it failed. */
  readonly step: 'token' | 'call';
  /** The vendor's own code; null when it gave no answer that can be read. */
  readonly code: number | null;
  /** The words of the vendor, or of the proxy in its place. */
  readonly reason: string | null;

  constructor({ step, code, reason, cause }: Pick<VendorFailure, 'step' | 'code' | 'reason'> & { cause?: unknown }) {
    super('The lock vendor did not do what it was asked', { cause });
    this.step = step;
    this.code = code;
    this.reason = reason;
  }
}

/** The vendor's calls, with an access token that is asked for when it is needed. They throw VendorFailure. */
export type VendorSession = {
  /** One page, from 1. */
  list: (index: number, size: number) => Promise<LockPage>;
  /** All locks, read `size` at a time. */
  listAll: (size: number) => Promise<LockDevice[]>;
  /** Commands a lock. That it succeeds means that the vendor took the command, not that the bar has moved. */
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

async function newToken(): Promise<string> {
  const { code, data, msg } = await sendCall('token', requestToken());
  const parsed = tokenSchema.safeParse(data);
  if (code !== SUCCESS || !parsed.success) throw new VendorFailure({ step: 'token', code, reason: msg });
  return parsed.data.accessToken;
}

/** Opens a session with the vendor that keeps its access token in this place. */
export function openVendorSession(place: TokenStorage): VendorSession {
  let waiting: Promise<string> | null = null;
  // Calls that start together wait for one token.
  const renewToken = async () => {
    place.remove();
    waiting ??= newToken().finally(() => {
      waiting = null;
    });
    const token = await waiting;
    place.write(token);
    return token;
  };

  const call = async (request: (token: string) => Promise<VendorResponse>): Promise<unknown> => {
    const used = place.read() ?? (await renewToken());
    let answer = await sendCall('call', request(used));
    if (answer.code === TOKEN_EXPIRED) {
      // Another call may have had a new one by now.
      const other = place.read();
      const token = other === null || other === used ? await renewToken() : other;
      answer = await sendCall('call', request(token));
      if (answer.code === TOKEN_EXPIRED) place.remove();
    }
    if (answer.code !== SUCCESS) throw new VendorFailure({ step: 'call', code: answer.code, reason: answer.msg });
    return answer.data;
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
      for (let index = 1; index <= PAGES_LIMIT; index += 1) {
        const { locks } = await list(index, size);
        const known = byKey.size;
        for (const lock of locks) {
          const key = lock.did ?? `${index}-${lock.key}`;
          byKey.set(key, { ...lock, key });
        }
        // A vendor that repeats itself has no more to say either.
        if (locks.length < size || byKey.size === known) break;
      }
      return [...byKey.values()];
    },
    async move(did, action) {
      await call((token) => requestMove(token, { did, type: COMMAND_TYPES[action] }));
    },
  };
}
