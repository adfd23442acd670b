import { Hono } from 'hono';
import pTimeout from 'p-timeout';
import type { PaymentProviders } from '../../supabase/functions/payments/providers.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { DatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import type { CertificateExpiries } from '../config/certificates.ts';
import type { Config } from '../config/config.ts';
import { verifyAdmin } from '../http/account-rules.ts';
import type { Keys } from '../keys/keys.ts';

const PROBE_TIMEOUT_MS = 1500;

type ProbeResult = { state: 'online'; milliseconds: number } | { state: 'trouble' };

/** Asks a part that can be asked without cost, within a second and a half. */
async function measure(check: DatabaseCheck): Promise<ProbeResult> {
  const startedAt = performance.now();
  try {
    await pTimeout(check(), { milliseconds: PROBE_TIMEOUT_MS });
    return { state: 'online', milliseconds: Math.round(performance.now() - startedAt) };
  } catch {
    // The log of the failing requests says why.
    return { state: 'trouble' };
  }
}

export type Checks = {
  /** Through the connections of the data API. */
  checkDatabase: DatabaseCheck;
  /** Through the connections of sign-in and functions. */
  checkOwner: DatabaseCheck;
};

type Dependencies = {
  config: Pick<Config, 'payments' | 'lockVendor' | 'smtpUrl'>;
  keys: Pick<Keys, 'pushKey'>;
  sql: Sql;
  providers: PaymentProviders;
  checks: Checks;
  expiries?: CertificateExpiries | undefined;
};

/**
 * Tells administrators what only the server knows: which parts respond, which services are set up, and when certificates expire. What came of the
 * services' last calls is in the database, see `overview_services`.
 */
export function createSystemStatus({ config, keys, sql, providers, checks, expiries }: Dependencies): Hono<AppEnv> {
  const setups = describeSetup({ config, keys, providers });
  return new Hono<AppEnv>().get('/system-status', async (c) => {
    c.header('cache-control', 'no-store');
    const caller = await verifyAdmin(sql, c.get('caller'));
    if (caller.kind === 'unknown') return c.json({ code: 401, msg: 'Sign in to read the status of the system' }, 401);
    if (caller.kind === 'not-admin')
      return c.json({ code: 403, msg: 'Only administrators read the status of the system' }, 403);
    const [api, database] = await Promise.all([measure(checks.checkDatabase), measure(checks.checkOwner)]);
    const certificates = [...(expiries ?? [])].map(([certificate, { expiry, isSoon }]) => ({
      certificate,
      expiry,
      isSoon,
    }));
    return c.json({ api, database, setups, certificates });
  });
}

/** `simulated` works, but only within this installation; `test` is a provider's environment for trials. */
type Setup = 'live' | 'test' | 'simulated' | 'off';

type Setups = Record<'azul' | 'paypal' | 'locks' | 'mail' | 'push', Setup>;

/** How each service is set up, without an address or a key of it. */
function describeSetup({ config, keys, providers }: Pick<Dependencies, 'config' | 'keys' | 'providers'>): Setups {
  const { simulator, variables } = config.payments;
  const describeProvider = (isConfigured: boolean, isTest: boolean): Setup => {
    if (!isConfigured) return 'off';
    if (simulator) return 'simulated';
    return isTest ? 'test' : 'live';
  };
  return {
    azul: describeProvider(providers.azul !== undefined, variables.AZUL_ENVIRONMENT === 'test'),
    paypal: describeProvider(providers.paypal !== undefined, variables.PAYPAL_ENVIRONMENT === 'sandbox'),
    locks: config.lockVendor.url === undefined ? 'simulated' : 'live',
    mail: config.smtpUrl === undefined ? 'simulated' : 'live',
    push: keys.pushKey === undefined ? 'off' : 'live',
  };
}
