import type { Azul } from './azul/azul-settings.ts';
import { type AzulWebservice, createAzulWebservice } from './azul/webservice.ts';
import { createPayPalOrders, type PayPalOrders } from './paypal/orders.ts';
import { createPayPalClient } from './paypal/paypal-client.ts';
import type { PayPalSettings } from './paypal/paypal-settings.ts';
import { createWebhookVerifier, type VerifyWebhook } from './paypal/webhook-signature.ts';

export type PaymentSettings = { azul?: Azul | undefined; paypal?: PayPalSettings | undefined };

/** The providers that the operator has set up, one of each for all requests. */
export type PaymentProviders = {
  azul?: { settings: Azul; webservice?: AzulWebservice };
  paypal?: { orders: PayPalOrders; verifyWebhook?: VerifyWebhook; url: string };
};

export function createPaymentProviders({ azul, paypal }: PaymentSettings): PaymentProviders {
  const providers: PaymentProviders = {};
  if (azul !== undefined) {
    const { service } = azul;
    providers.azul = { settings: azul, ...(service ? { webservice: createAzulWebservice(service, azul) } : {}) };
  }
  if (paypal !== undefined) {
    const { webhookId, url } = paypal;
    const orders = createPayPalOrders(createPayPalClient(paypal));
    providers.paypal = {
      orders,
      url,
      ...(webhookId === undefined ? {} : { verifyWebhook: createWebhookVerifier({ ...paypal, webhookId }) }),
    };
  }
  return providers;
}
