import { randomUUID } from 'node:crypto';

/**
 * The only merchant of the simulated AZUL, which listens on the loopback and moves no money. Its key is another one in each
 * process: whoever knew it could forge the return of a payment and fill a wallet.
 */
export const SIMULATED_AZUL = {
  merchantId: '39000000001',
  merchantName: 'PARQUEO',
  merchantType: 'ECommerce',
  authKey: `simulated-${randomUUID()}`,
  auth1: 'simulated-auth-1',
  auth2: 'simulated-auth-2',
} as const;

/** The only application of the simulated PayPal. */
export const SIMULATED_PAYPAL = {
  clientId: 'simulated-paypal-client',
  clientSecret: 'simulated-paypal-secret-of-no-value',
  webhookId: 'SIMULATED-WEBHOOK-1',
} as const;

/** Addresses below that of the simulator, as the configuration of a provider takes them. */
export const AZUL_PAGE_PATH = '/PaymentPage/';
export const AZUL_SERVICE_PATH = '/webservices/JSON/Default.aspx';
