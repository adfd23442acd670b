import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { toSantoDomingoDay } from '../../supabase/functions/payments/azul-webservice.ts';
import { requestPayPalToken } from '../../supabase/functions/payments/paypal-api.ts';
import { createPaymentProviders } from '../../supabase/functions/payments/providers.ts';
import { callVendor, VENDOR_FAILURES } from '../../supabase/functions/shared/lock-vendor.ts';
import { splitHosts } from '../../supabase-server/connections/address.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { createProviderClients } from '../../supabase-server/gotrue/providers/provider-clients.ts';
import { readDatabaseExpiry, readOwnExpiries } from '../config/certificates.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { parseCertificates, readAuthorities } from '../config/read-pem.ts';
import { findPrimary, openHost } from '../database/follow-primary.ts';
import { describeMigration, findPending, listMigrations } from '../database/migrate.ts';
import { checkOutsideDatabase } from '../database/open-database.ts';
import { requireCompleteSchema } from '../database/prepare-database.ts';
import { verifyOwnerPool } from '../database/verify-pools.ts';
import { callService } from '../fiscal/authority.ts';
import { logInToDgii } from '../fiscal/dgii.ts';
import { DGII_URL, openKey } from '../fiscal/fiscal-access.ts';
import { readProviderSettings } from '../functions/payment-access.ts';
import { openKeys, readStoredKeys, storesKeys } from '../keys/keys.ts';
import { formatFailure } from '../log.ts';
import { tryMailServer } from '../mail/mailer.ts';
import { runCommand } from './run-command.ts';

// Tries what the settings name, without starting or changing anything: a failed one would stop a start, or a service later.

const USAGE =
  'npm run check-settings, or npm run check-settings -- --dry-run, which lists the migrations of a start and what they lock';

async function tryKeys(config: Config): Promise<string> {
  if (storesKeys(config)) {
    return (await readStoredKeys(config.dataDir)) ? 'stored in DATA_DIR' : 'made by the first start';
  }
  const { signingKeys, publishableKeys, pushKey } = await openKeys(config, config.dataDir);
  const push = pushKey === undefined ? 'no PUSH_KEY, so no push notifications' : 'PUSH_KEY';
  return `${signingKeys.length} to sign with, ${publishableKeys.length} for browsers, ${push}`;
}

/** @param isListing whether the migrations are named, with what they lock */
async function tryDatabase(url: string, config: Config, isListing: boolean): Promise<string> {
  const sql = openOwnerPool(await findPrimary(url), null, { max: 2, name: 'parqueo check' });
  try {
    await checkOutsideDatabase(sql);
    await verifyOwnerPool(sql, 'DATABASE_URL');
    const { migrations } = await findPending(sql, listMigrations(config));
    if (migrations.length === 0) await requireCompleteSchema(sql);
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    const lines = [`PostgreSQL ${row?.version}; a start runs ${migrations.length} migrations`];
    if (isListing) lines.push(...migrations.map(({ migration }) => describeMigration(migration)));
    return lines.join('\n');
  } finally {
    await sql.end();
  }
}

async function tryReplica(url: string): Promise<string> {
  const hosts = splitHosts(url).map(openHost);
  await Promise.all(hosts.map((host) => host.check()));
  await Promise.all(hosts.map((host) => host.close()));
  const lost = hosts.find(({ state }) => state === null);
  if (lost !== undefined) throw lost.error;
  if (hosts.every(({ state }) => state?.timeline !== null)) throw new OperatorError('no host of it is a standby');
  return 'a standby';
}

async function tryCertificates(config: Config): Promise<string> {
  const database = await readDatabaseExpiry(config, pino({ level: 'silent' }));
  const expiries = [...readOwnExpiries(config), ...(database ? [['database', database] as const] : [])];
  const described = expiries.map(([name, expiry]) => `${name} until ${expiry.toISOString().slice(0, 10)}`).join(', ');
  if (expiries.some(([, expiry]) => expiry.getTime() < Date.now())) throw new OperatorError(`expired: ${described}`);
  return described || 'none';
}

async function tryVendor({ url = '', appId = '', secret = '' }: Config['lockVendor']): Promise<void> {
  const response = await callVendor({ endpoint: '/researchapi/getAccessToken' }, { url, appId, secret }, fetch);
  if (typeof response === 'string') throw new OperatorError(VENDOR_FAILURES[response].msg);
  if (response.code !== 200) throw new OperatorError(`the vendor responds with the code ${response.code}`);
}

/** Asks for the payments of today, where AZUL's webservice is set up. */
async function tryAzul(config: Config): Promise<string> {
  const { azul } = createPaymentProviders(readProviderSettings(config));
  if (!azul?.webservice?.canSearch) return 'cannot be tried without a payment, as no webservice is set up to search';
  const today = toSantoDomingoDay(Date.now());
  await azul.webservice.search(today, today);
  return 'its webservice works';
}

async function tryPayPal(config: Config): Promise<void> {
  const { paypal } = readProviderSettings(config);
  if (paypal) await requestPayPalToken(paypal);
}

async function tryDgii({ variables }: Config['fiscal']): Promise<string> {
  const { DGII_CERTIFICATE: certificate, DGII_CERTIFICATE_KEY: privateKey, DGII_URL: url = DGII_URL } = variables;
  const { DGII_ENVIRONMENT: environment, DGII_PROVIDER_URL: provider } = variables;
  if (provider) return `responds with status ${(await callService('The provider', provider)).status}`;
  if (!certificate || !privateKey || !environment) return 'not set';
  await logInToDgii({ environment, key: openKey(certificate, privateKey), url });
  return `works (${environment})`;
}

/** What does not say more works. */
type Work = () => Promise<unknown> | string;

/** What is set, by what the operator calls it. Facebook has no address that is asked without a person. */
function listChecks(config: Config, isListing: boolean): [name: string, work: Work][] {
  const { databaseUrl, databaseReadUrl, smtpUrl, lockVendor, payments, fiscal, samples } = config;
  const { google, apple } = createProviderClients(config.providers);
  const takesMoney = !samples && !payments.simulator;
  const { FISCAL_AUTHORITIES: authorities, DGII_ENVIRONMENT: environment } = fiscal.variables;
  const checks: [name: string, isSet: unknown, work: Work][] = [
    ['Settings', true, () => config.publicUrl],
    ['Keys', true, () => tryKeys(config)],
    ['DATA_DIR', !databaseUrl, () => 'its database is not tried, as it starts with the server'],
    ['DATABASE_URL', databaseUrl, () => tryDatabase(databaseUrl ?? '', config, isListing)],
    ['DATABASE_READ_URL', databaseReadUrl, () => tryReplica(databaseReadUrl ?? '')],
    ['Certificates', true, () => tryCertificates(config)],
    ['SMTP_URL', smtpUrl, () => tryMailServer(smtpUrl ?? '')],
    ['LOCK_VENDOR_URL', lockVendor.url, () => tryVendor(lockVendor)],
    ['AZUL', takesMoney && payments.variables.AZUL_MERCHANT_ID, () => tryAzul(config)],
    ['PayPal', takesMoney && payments.variables.PAYPAL_CLIENT_ID, () => tryPayPal(config)],
    ['DGII', !samples && !fiscal.simulator && environment, () => tryDgii(fiscal)],
    [
      'FISCAL_AUTHORITIES',
      authorities,
      () => `${parseCertificates(readAuthorities('FISCAL_AUTHORITIES', authorities ?? '')).length} certificates`,
    ],
    ['Google', google, async () => google?.configuration()],
    ['Apple', apple, async () => apple?.configuration()],
  ];
  return checks.flatMap(([name, isSet, work]) => (isSet ? [[name, work]] : []));
}

function readArguments(args: string[]): { 'dry-run'?: boolean } {
  try {
    return parseArgs({ args, options: { 'dry-run': { type: 'boolean' } } }).values;
  } catch (cause) {
    throw new OperatorError(`check-settings takes nothing else: ${USAGE}`, { cause });
  }
}

runCommand('check-settings', async ({ args, readConfig }) => {
  const { 'dry-run': isListing = false } = readArguments(args);
  const checks = listChecks(readConfig(), isListing);
  return Promise.all(
    checks.map(async ([name, work]) => {
      try {
        const said = await work();
        return `ok      ${name}: ${typeof said === 'string' ? said : 'works'}`;
      } catch (error) {
        process.exitCode = 1;
        return `FAILED  ${name}: ${formatFailure(error).split('\n')[0]}`;
      }
    }),
  );
});
