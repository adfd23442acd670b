import type { PaymentProviders } from '../../supabase/functions/payments/payment-providers.ts';
import type { Config } from '../config.ts';

/** `simulated` works, but only within this installation; `test` is a provider's environment for trials. */
export type Setup = 'live' | 'test' | 'simulated' | 'off';

export type Setups = Record<'azul' | 'paypal' | 'locks' | 'mail' | 'push', Setup>;

type Configured = {
  config: Pick<Config, 'payments' | 'lockVendor' | 'smtpUrl'>;
  providers: PaymentProviders;
  hasPushKey: boolean;
};

/** How each service is set up, without an address or a key of it. */
export function describeSetup({ config, providers, hasPushKey }: Configured): Setups {
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
    push: hasPushKey ? 'live' : 'off',
  };
}
