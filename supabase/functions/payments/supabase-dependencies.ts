import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { CURRENCIES } from '../../../domain/money/currency.ts';
import {
  createServiceClient,
  type Env,
  readSecretKey,
  requireVariable,
  verifyPerson,
} from '../lock-proxy/supabase-project.ts';
import type { Installation, PaymentsDependencies, ReportFault } from './dependencies.ts';
import { createPaymentProviders } from './payment-providers.ts';
import { readPaymentSettings, type ServiceCalls } from './payment-settings.ts';
import { createPaymentStore, type DatabaseCalls } from './payment-store.ts';

const settingsSchema = z
  .object({ app_name: z.string(), currency: z.enum(CURRENCIES), charges_drivers: z.boolean() })
  .transform(({ app_name, currency, charges_drivers }): Installation => {
    return { appName: app_name, currency, chargesDrivers: charges_drivers };
  });

function createCalls(client: SupabaseClient): DatabaseCalls {
  const call = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    const { data } = await client.rpc(name, args).throwOnError();
    return data;
  };
  return {
    value: call,
    async rows(name, args) {
      const data = await call(name, args);
      if (data === null) return [];
      return Array.isArray(data) ? data : [data];
    },
  };
}

function matches(text: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(text), Buffer.from(secret)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type Options = {
  report: ReportFault;
  calls: ServiceCalls;
};

/** @throws Error that names a missing or malformed variable */
export function createSupabaseDependencies(env: Env, { report, calls }: Options): PaymentsDependencies {
  const client = createServiceClient(env);
  const secretKey = readSecretKey(env);
  return {
    providers: createPaymentProviders(readPaymentSettings(env, calls)),
    store: createPaymentStore(createCalls(client)),
    verifyDriver: (request) => verifyPerson(client, request),
    isService(request) {
      const key = request.headers.get('apikey') ?? request.headers.get('authorization')?.replace(/^Bearer /i, '');
      return matches(key ?? '', secretKey);
    },
    async readInstallation() {
      const columns = 'app_name, currency, charges_drivers';
      const { data } = await client.from('public_settings').select(columns).single().throwOnError();
      return settingsSchema.parse(data);
    },
    // The database limits each driver; whoever floods the function meets Supabase's own limits.
    isAllowed: () => Promise.resolve(true),
    functionUrl: env('PAYMENTS_URL') || `${requireVariable(env, 'SUPABASE_URL')}/functions/v1/payments`,
    appUrl: requireVariable(env, 'APP_URL').replace(/\/+$/, ''),
    now: () => Date.now(),
    report,
  };
}
