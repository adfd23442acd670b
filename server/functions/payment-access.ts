import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { Agent, fetch as fetchBy } from 'undici';
import type { Currency } from '../../domain/money/cents.ts';
import {
  AZUL_PAGE_PATH,
  AZUL_SERVICE_PATH,
  SIMULATED_AZUL,
  SIMULATED_PAYPAL,
} from '../../simulators/payments/merchant.ts';
import { createPaymentProviders, type PaymentProviders } from '../../supabase/functions/payments/providers.ts';
import {
  chargesIn,
  type PaymentSettings,
  type ServiceCalls,
  toPaymentSettings,
} from '../../supabase/functions/payments/settings.ts';
import { type CallProvider, createProviderCall } from '../../supabase/functions/shared/http.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { readPem } from '../config/read-pem.ts';

/** The providers that drivers pay with. */
export type PaymentAccess = {
  providers: PaymentProviders;
  /** The origins to which a page may post a form: that of the cards' provider. */
  formOrigins: string[];
  /** Stops the simulator if it runs. */
  close: () => Promise<void>;
};

const NOTHING_TO_CLOSE = () => Promise.resolve();

/** No providers, for an installation where drivers pay nothing. */
export const NO_PAYMENTS: PaymentAccess = { providers: {}, formOrigins: [], close: NOTHING_TO_CLOSE };

const CALLS: ServiceCalls = {
  plain: createProviderCall((input, init) => fetch(input, init)),
  withCertificate(certificate, privateKey) {
    const cert = readPem('AZUL_CERTIFICATE', certificate);
    const key = readPem('AZUL_CERTIFICATE_KEY', privateKey);
    try {
      createSecureContext({ cert, key });
    } catch (cause) {
      throw new OperatorError('AZUL_CERTIFICATE and AZUL_CERTIFICATE_KEY are no certificate and its key', { cause });
    }
    return createCallWithCertificate({ cert, key });
  },
};

/** @throws OperatorError when a certificate cannot be read */
export const readProviderSettings = ({ payments }: Pick<Config, 'payments'>): PaymentSettings =>
  toPaymentSettings(payments.variables, CALLS);

/** Both providers at the simulator's address. */
function toSimulatedSettings(url: string): PaymentSettings {
  const { auth1, auth2, ...azul } = SIMULATED_AZUL;
  const call = CALLS.plain;
  return {
    azul: {
      ...azul,
      currencyCode: '$',
      pageUrl: `${url}${AZUL_PAGE_PATH}`,
      service: { url: `${url}${AZUL_SERVICE_PATH}`, auth1, auth2, search: 'YYYY-MM-DD', call },
    },
    paypal: { ...SIMULATED_PAYPAL, url, certificateOrigins: [url], call },
  };
}

const toAccess = (settings: PaymentSettings, close: PaymentAccess['close']): PaymentAccess => ({
  providers: createPaymentProviders(settings),
  formOrigins: settings.azul ? [new URL(settings.azul.pageUrl).origin] : [],
  close,
});

async function warnOfWalletsOnly(sql: Sql, log: Logger): Promise<void> {
  const [row] = await sql<{ isCharging: boolean }[]>`select private.charges_drivers() as "isCharging"`;
  if (row?.isCharging) {
    log.warn('drivers are charged, but neither AZUL nor PayPal is set up: administrators fill wallets by hand');
  }
}

/** The server starts all the same, as Settings may still change until the first payment. */
async function warnOfCurrency({ azul }: PaymentSettings, sql: Sql, log: Logger): Promise<void> {
  if (azul === undefined) return;
  const [row] = await sql<{ currency: Currency }[]>`select currency from public.installation_settings`;
  if (row === undefined || chargesIn(row.currency, azul)) return;
  const currencies = { AZUL_CURRENCY: azul.currency, settings: row.currency };
  log.warn(currencies, 'cards are not offered: AZUL charges in another currency than that of Settings');
}

type Options = { config: Pick<Config, 'payments' | 'samples' | 'publicUrl'>; sql: Sql; log: Logger };

/**
 * Uses the configured providers, or else a simulator in this process.
 * @throws OperatorError when a certificate cannot be read
 */
export async function openPaymentAccess({ config, sql, log }: Options): Promise<PaymentAccess> {
  const { payments, samples, publicUrl } = config;
  if (samples) return NO_PAYMENTS;
  if (payments.simulator) {
    // An installation with providers never loads the simulator.
    const { startPaymentSimulator } = await import('../../simulators/payments/start-payment-simulator.ts');
    const webhookUrl = `${publicUrl}/functions/v1/payments/paypal/webhook`;
    const simulator = await startPaymentSimulator({ sql, log, appUrl: publicUrl, webhookUrl });
    log.info({ url: simulator.url }, 'payment simulator started: no money moves');
    return toAccess(toSimulatedSettings(simulator.url), simulator.close);
  }
  const settings = readProviderSettings(config);
  const { AZUL_ENVIRONMENT: azul, PAYPAL_ENVIRONMENT: paypal } = payments.variables;
  if (settings.azul && azul === 'test') log.warn('cards are charged in AZUL’s test environment');
  await warnOfCurrency(settings, sql, log);
  if (settings.paypal && paypal === 'sandbox') log.warn('PayPal payments are made in its sandbox');
  if (!settings.azul && !settings.paypal) await warnOfWalletsOnly(sql, log);
  return toAccess(settings, NOTHING_TO_CLOSE);
}

/** Calls a provider that knows this server by a client certificate, which the global `fetch` cannot present. */
export function createCallWithCertificate(certificate: Agent.Options['connect'] & object): CallProvider {
  const dispatcher = new Agent({ connect: certificate });
  return createProviderCall((url, init) => fetchBy(url, { ...init, dispatcher }));
}
