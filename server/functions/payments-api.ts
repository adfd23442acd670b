import { type Context, Hono } from 'hono';
import { cloneRawRequest } from 'hono/request';
import type { Logger } from 'pino';
import type { Currency } from '../../domain/money/cents.ts';
import { handlePayments } from '../../supabase/functions/payments/handler.ts';
import { createPaymentStore, type PaymentStore } from '../../supabase/functions/payments/payment-store.ts';
import type {
  Limited,
  PaymentProviders,
  PaymentsDependencies,
  ReportFault,
} from '../../supabase/functions/payments/providers.ts';
import { workOnPayments } from '../../supabase/functions/payments/work-on-payments.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createRateLimiter, isWithinLimit, type Limit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import type { Config } from '../config/config.ts';
import type { ReadSettings } from '../config/read-settings.ts';
import { findActingPerson } from '../http/account-rules.ts';
import { RATES } from '../http/public-paths.ts';
import { type JobContext, scheduleJob } from '../start/jobs.ts';

/** Below `/functions/v1`. Browsers that come back from a provider, and providers, bring no API key. */
export const KEYLESS_PAYMENT_PATHS = ['/payments/azul/*', '/payments/paypal/*'];

/** Whether a browser comes back from a provider. What it brings may be the only proof of a payment. */
export const isPaymentReturn = (path: string): boolean => /^\/functions\/v1\/payments\/(azul|paypal)\/\w+$/.test(path);

const BY_NETWORK: Record<Limited, Limit> = {
  start: RATES.paymentStartByNetwork,
  check: RATES.paymentCheckByNetwork,
  return: RATES.paymentReturnByNetwork,
  webhook: RATES.paymentWebhookByNetwork,
};
const BY_PERSON: Partial<Record<Limited, Limit>> = {
  start: RATES.paymentStartByPerson,
  check: RATES.paymentCheckByPerson,
};

type PaymentsOptions = {
  config: Pick<Config, 'publicUrl' | 'rateLimit'>;
  sql: Sql;
  providers: PaymentProviders;
  readSettings: ReadSettings;
  onLimited?: ((limit: string) => void) | undefined;
  now?: (() => number) | undefined;
};

/** Serves the function of `supabase/functions/payments` with this server's callers, database and log. */
export function createPaymentsApi(options: PaymentsOptions): Hono<AppEnv> {
  const { config, sql, providers, readSettings, onLimited, now = Date.now } = options;
  const limiter = createRateLimiter(sql, config.rateLimit, onLimited);
  const shared = {
    providers,
    store: createDatabasePaymentStore(sql),
    async readInstallation() {
      const [{ appName }, [row]] = await Promise.all([
        readSettings(),
        sql<{ currency: Currency; chargesDrivers: boolean }[]>`
          select currency, private.charges_drivers() as "chargesDrivers" from public.installation_settings`,
      ]);
      return { appName, currency: row?.currency ?? 'USD', chargesDrivers: row?.chargesDrivers ?? false };
    },
    functionUrl: `${config.publicUrl}/functions/v1/payments`,
    appUrl: config.publicUrl,
    now,
  } satisfies Partial<PaymentsDependencies>;

  async function isAllowed(c: Context<AppEnv>, limited: Limited, person?: string): Promise<boolean> {
    const byPerson = BY_PERSON[limited];
    // The account's limit comes first, so that one account cannot use up the limit of everybody behind its address.
    const isLimited = byPerson !== undefined && person !== undefined;
    if (isLimited && !(await isWithinLimit(limiter.consume(byPerson, person)))) return false;
    return isWithinLimit(limiter.consumeNetwork(BY_NETWORK[limited], c));
  }
  const handle = async (c: Context<AppEnv>) =>
    handlePayments(await cloneRawRequest(c.req), {
      ...shared,
      verifyDriver: () => findActingPerson(sql, c.get('caller')),
      isService: () => c.get('caller').role === 'service_role',
      isAllowed: (limited, person) => isAllowed(c, limited, person),
      report: createFaultReporter(c.get('log')),
    });
  return new Hono<AppEnv>().all('/payments', handle).all('/payments/*', handle);
}

/** The store of payments over a connection of the database's owner. */
export function createDatabasePaymentStore(sql: Sql): PaymentStore {
  const call = (name: string, args: Record<string, unknown>) => {
    const named = Object.entries(args).map(([key, value]) => sql`${sql(key)} => ${value as string}`);
    const list = named.reduce((before, argument) => sql`${before}, ${argument}`);
    return sql`${sql(`public.${name}`)}(${list})`;
  };
  return createPaymentStore({
    async value(name, args) {
      const [row] = await sql`select ${call(name, args)} as value`;
      return row?.value;
    },
    async rows(name, args) {
      const rows = await sql`select to_jsonb(f) as row from ${call(name, args)} as f`;
      return rows.map(({ row }) => row).filter((row) => row !== null);
    },
  });
}

const createFaultReporter =
  (log: Logger): ReportFault =>
  ({ error, ...fault }) =>
    log.warn({ ...fault, err: error }, 'a payment met a fault');

type PaymentWorkOptions = JobContext & { providers: PaymentProviders; store: PaymentStore; now: () => number };

/**
 * Every 10 seconds asks the providers about payments that are due for it, gives back what is due, and compares days that
 * are over. Several servers share the work, as each payment is claimed by one.
 */
export function startPaymentWork({ providers, store, now, ...context }: PaymentWorkOptions) {
  const report = createFaultReporter(context.log);
  return scheduleJob({
    ...context,
    job: 'payments',
    pattern: '*/10 * * * * *',
    work: (signal) => workOnPayments({ providers, store, now, report, signal }),
  });
}
