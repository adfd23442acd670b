import * as z from 'zod';
import { SIMULATED_PAYPAL } from '../../simulators/payments/merchant.ts';
import {
  findTestEnvironment,
  PAYMENT_GROUPS,
  type PaymentVariables,
  paymentVariables,
} from '../../supabase/functions/payments/settings.ts';
import { isLoopbackAddress } from '../../supabase/functions/shared/variables.ts';
import { type Installation, isSimulated } from '../config/installation.ts';
import { OperatorError } from '../config/operator-error.ts';

export const variablesOfPayments = {
  ...paymentVariables.shape,
  PAYMENT_SIMULATOR: z.enum(['on', 'off'], 'takes on or off').optional(),
};

type VariablesOfPayments = PaymentVariables & { PAYMENT_SIMULATOR?: 'on' | 'off' | undefined };

/** The variables of the providers, and whether simulated ones take their place. */
type PaymentConfig = { variables: PaymentVariables; simulator: boolean };

const ADDRESSES = ['AZUL_PAGE_URL', 'AZUL_SERVICE_URL', 'PAYPAL_URL'] as const;

const findProvider = (env: VariablesOfPayments) => PAYMENT_GROUPS.flat().find((name) => env[name] !== undefined);

/** @throws OperatorError that names a variable */
export function toPaymentConfig(env: VariablesOfPayments, installation: Installation): PaymentConfig {
  const { samples, isOnThisMachine } = installation;
  const setting = { name: 'PAYMENT_SIMULATOR', value: env.PAYMENT_SIMULATOR };
  const simulator = isSimulated(setting, findProvider(env), installation);
  const simulated = ADDRESSES.find((name) => isLoopbackAddress(env[name] ?? 'https://outside.test'));
  if (simulated !== undefined && !isOnThisMachine) {
    throw new OperatorError(`${simulated} takes an address of this machine only when HOST and PUBLIC_URL are too`);
  }
  // The secret of the simulator is public.
  if (env.PAYPAL_CLIENT_SECRET === SIMULATED_PAYPAL.clientSecret && !isOnThisMachine) {
    throw new OperatorError('PAYPAL_CLIENT_SECRET does not take the secret of the simulator');
  }
  const test = findTestEnvironment(env);
  if (test !== undefined && !isOnThisMachine && !samples) {
    throw new OperatorError(
      `${test} only with TEST_PAYMENTS=on where others reach the server: wallets fill without money`,
    );
  }
  // The variables of other services are left out.
  return { variables: paymentVariables.parse(env), simulator };
}
