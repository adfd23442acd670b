import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { createProviderCall } from '../../supabase/functions/payments/call-provider.ts';
import { createPaymentProviders, type PaymentProviders } from '../../supabase/functions/payments/payment-providers.ts';
import { type ServiceCalls, toPaymentSettings } from '../../supabase/functions/payments/payment-settings.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { createCallWithCertificate } from './call-with-certificate.ts';

/** The providers that drivers pay with. */
export type PaymentAccess = {
  providers: PaymentProviders;
  /** Where a page may post a form: the page of the cards' provider. */
  formOrigins: string[];
  /** Stops the simulator if it runs. */
  close: () => Promise<void>;
};

const NOTHING_TO_CLOSE = () => Promise.resolve();

/** What drivers pay with where they pay nothing. */
export const NO_PAYMENTS: PaymentAccess = { providers: {}, formOrigins: [], close: NOTHING_TO_CLOSE };

function readPem(name: string, fileOrText: string): string {
  if (fileOrText.startsWith('-----BEGIN')) return fileOrText;
  try {
    return readFileSync(fileOrText, 'utf8');
  } catch (cause) {
    throw new OperatorError(`${name} names a file that cannot be read`, { cause });
  }
}

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

/** Uses the configured providers. @throws OperatorError when a certificate cannot be read */
export function openPaymentAccess(
  { payments, samples }: Pick<Config, 'payments' | 'samples'>,
  log: Logger,
): PaymentAccess {
  if (samples) return NO_PAYMENTS;
  const settings = toPaymentSettings(payments.variables, CALLS);
  const { AZUL_ENVIRONMENT: azul, PAYPAL_ENVIRONMENT: paypal } = payments.variables;
  if (settings.azul && azul === 'test') log.warn('cards are charged in AZUL’s test environment');
  if (settings.paypal && paypal === 'sandbox') log.warn('PayPal payments are made in its sandbox');
  return {
    providers: createPaymentProviders(settings),
    formOrigins: settings.azul ? [new URL(settings.azul.pageUrl).origin] : [],
    close: NOTHING_TO_CLOSE,
  };
}
