import * as z from 'zod';
import { m } from '#messages';
import { COMMAND_TYPES, type LockAction, type LockDevice, lockRowSchema } from '../../../domain/locks/lock.ts';
import { formatProxyMessage } from '../../../domain/locks/proxy-message.ts';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import { connection, dataClient } from '../../data/connection.ts';
import { readErrorBody } from '../../data/database-problem.ts';
import type { StoredValue } from '../../ui/platform/stored-value.ts';

const responseSchema = z.object({
  code: z.coerce.number(),
  data: z.unknown().optional(),
  msg: z.string().nullable().default(null).catch(null),
});

/** The vendor's response to a call; code 200 is success. */
type VendorResponse = z.infer<typeof responseSchema>;

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

/** The message of the proxy about an error of its own. */
const reasonSchema = z.object({ msg: z.string() });

/** The first call has no token yet. A command may have arrived even when this throws. @throws VendorFailure without a readable response */
async function callVendor(
  endpoint: 'getAccessToken' | 'carlock/list' | 'carlock/control',
  token: string | null,
  body: Record<string, string | number> | null,
): Promise<VendorResponse> {
  const { data, error } = await dataClient().functions.invoke('lock-proxy', {
    body: {
      endpoint: `/researchapi/${endpoint}`,
      method: token === null ? 'GET' : 'POST',
      headers: token === null ? {} : { AccessToken: token },
      body,
    },
  });
  const step = token === null ? 'token' : 'call';
  if (error) {
    const said = reasonSchema.safeParse(await readErrorBody(error)).data;
    throw new VendorFailure({ step, code: null, reason: said ? formatProxyMessage(said.msg) : null, cause: error });
  }
  const response = responseSchema.safeParse(data);
  if (!response.success) throw new VendorFailure({ step, code: null, reason: null, cause: response.error });
  return response.data;
}

/** A row that is no object becomes an empty lock, so that the list shows it and the others. */
const anyRowSchema = z.preprocess((row) => (typeof row === 'object' && row !== null ? row : {}), lockRowSchema);

/** The `data` of a successful response; a page without content has no locks. */
export const lockPageSchema = z
  .object({ content: z.array(anyRowSchema).nullish() })
  .nullish()
  .transform((data): LockDevice[] =>
    (data?.content ?? []).map((row, index) => ({ key: row.did ?? `without-id-${index}`, ...row })),
  );

const SUCCESS = 200;
const TOKEN_EXPIRED = 40_001;

/** The limit of the proxy. */
const MAX_PAGE_SIZE = 100;

/** Limits the pages of one list. */
const MAX_PAGES = 100;

const tokenSchema = z.object({ accessToken: z.string().min(1) });

export function createMemoryTokenStorage(): StoredValue<string> {
  let stored: string | null = null;
  const write = (token: string | null) => {
    stored = token;
  };
  return { read: () => stored, write, remove: () => write(null) };
}

async function requestNewToken(): Promise<string> {
  const { code, data, msg } = await callVendor('getAccessToken', null, null);
  const parsed = tokenSchema.safeParse(data);
  if (code !== SUCCESS || !parsed.success)
    throw new VendorFailure({ step: 'token', code, reason: describeReason({ code, msg }) });
  return parsed.data.accessToken;
}

/** What the vendor said, in the language of the page where the product knows its code. */
const describeReason = ({ code, msg }: Pick<VendorResponse, 'code' | 'msg'>): string | null =>
  msg && m.lock_vendor_reason({ code: String(code), message: msg });

/** The vendor's calls. They get an access token when they need one, and throw VendorFailure. */
export function openVendorSession(storage: StoredValue<string> = createMemoryTokenStorage()) {
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

  const call = async (endpoint: 'carlock/list' | 'carlock/control', body: Record<string, string | number>) => {
    const usedToken = storage.read() ?? (await renewToken());
    let response = await callVendor(endpoint, usedToken, body);
    if (response.code === TOKEN_EXPIRED) {
      // Another call may have renewed it already.
      const stored = storage.read();
      const token = stored === null || stored === usedToken ? await renewToken() : stored;
      response = await callVendor(endpoint, token, body);
      if (response.code === TOKEN_EXPIRED) storage.remove();
    }
    if (response.code !== SUCCESS)
      throw new VendorFailure({ step: 'call', code: response.code, reason: describeReason(response) });
    return response.data;
  };

  /** Loads one page; `index` counts from 1. */
  const list = async (index: number, size: number): Promise<LockDevice[]> => {
    const parsed = lockPageSchema.safeParse(await call('carlock/list', { index, size }));
    if (!parsed.success) throw new VendorFailure({ step: 'call', code: null, reason: null, cause: parsed.error });
    return parsed.data;
  };

  return {
    /** Loads all locks, `size` at a time. @throws Problem by where they are shown */
    async listAll(shown: Shown, size = MAX_PAGE_SIZE): Promise<LockDevice[]> {
      const byKey = new Map<string, LockDevice>();
      for (let index = 1; index <= MAX_PAGES; index += 1) {
        const locks = await list(index, size).catch((failure) => {
          throw toLockProblem(shown, failure);
        });
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
    /** Moves a lock. Success only says that the vendor accepted the command. */
    async move(did: string, action: LockAction): Promise<void> {
      await call('carlock/control', { did, type: COMMAND_TYPES[action] });
    },
  };
}

export type VendorSession = ReturnType<typeof openVendorSession>;

const ADDRESS_NOT_ALLOWED = 40_080;

/** What shows the failure of a call: a list of locks, or a command to one. */
type Shown = 'dashboard' | 'spaces' | LockAction;

const PROBLEMS: Record<Shown, (failure: VendorFailure) => ProblemKey> = {
  dashboard({ step, code, reason }) {
    if (code === ADDRESS_NOT_ALLOWED) return 'lock-vendor-refuses-address';
    if (step === 'token') return 'lock-token-not-received';
    if (code === null) return 'locks-not-loaded';
    return reason ? 'lock-vendor-error' : 'lock-vendor-error-unexplained';
  },
  spaces({ step, code }) {
    if (step === 'call') return 'space-locks-not-loaded';
    return code === null ? 'space-lock-vendor-not-reached' : 'space-lock-token-refused';
  },
  raise({ step, reason }) {
    if (step === 'token') return 'lock-token-missing';
    return reason ? 'lock-not-raised' : 'lock-not-raised-unexplained';
  },
  lower({ step, reason }) {
    if (step === 'token') return 'lock-token-missing';
    return reason ? 'lock-not-lowered' : 'lock-not-lowered-unexplained';
  },
};

/** The problem that is shown; returns unexpected errors as they are. */
export function toLockProblem(shown: Shown, thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const values = { message: thrown.reason ?? '', vendor: connection().config.lockVendorName };
  return new Problem(PROBLEMS[shown](thrown), { cause: thrown, values });
}
