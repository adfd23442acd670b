import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { CURRENCIES } from '../../../domain/money/cents.ts';
import { createProviderCall } from '../shared/http.ts';
import {
  createServiceClient,
  hideMessage,
  readSecretKey,
  readVariable,
  requireVariable,
  verifyPerson,
} from '../shared/supabase-project.ts';
import { trimSlashes } from '../shared/variables.ts';
import { handlePayments } from './handler.ts';
import { createPaymentStore } from './payment-store.ts';
import { createPaymentProviders, type PaymentsDependencies } from './providers.ts';
import { readPaymentSettings } from './settings.ts';

// Payments as Supabase runs them: `supabase functions deploy payments`.

const installationSchema = z
  .object({ app_name: z.string(), currency: z.enum(CURRENCIES), charges_drivers: z.boolean() })
  .transform(toCamelCase);

const readPem = (fileOrText: string) =>
  fileOrText.startsWith('-----BEGIN') ? fileOrText : Deno.readTextFileSync(fileOrText);

const settings = readPaymentSettings(readVariable, {
  plain: createProviderCall(fetch),
  withCertificate(certificate, key) {
    const presenting = { client: Deno.createHttpClient({ cert: readPem(certificate), key: readPem(key) }) };
    return createProviderCall((input, init) => fetch(input, { ...init, ...presenting }));
  },
});
const client = createServiceClient();
const secretKey = Buffer.from(readSecretKey());

async function callDatabase(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { data } = await client.rpc(name, args).throwOnError();
  return data;
}

const dependencies: PaymentsDependencies = {
  providers: createPaymentProviders(settings),
  store: createPaymentStore({
    value: callDatabase,
    rows: async (name, args) => [await callDatabase(name, args)].flat().filter((row) => row !== null),
  }),
  verifyDriver: (request) => verifyPerson(client, request),
  isService(request) {
    const key = request.headers.get('apikey') ?? request.headers.get('authorization')?.replace(/^Bearer /i, '');
    const given = Buffer.from(key ?? '');
    return given.length === secretKey.length && timingSafeEqual(given, secretKey);
  },
  async readInstallation() {
    const columns = 'app_name, currency, charges_drivers';
    const { data } = await client.from('public_settings').select(columns).single().throwOnError();
    return installationSchema.parse(data);
  },
  // The database limits each driver; whoever floods the function meets Supabase's own limits.
  isAllowed: () => Promise.resolve(true),
  functionUrl: readVariable('PAYMENTS_URL') ?? `${requireVariable('SUPABASE_URL')}/functions/v1/payments`,
  appUrl: trimSlashes(requireVariable('APP_URL')),
  now: () => Date.now(),
  report: (fault) => console.warn('a payment met a fault', hideMessage(fault)),
};

Deno.serve((request) => handlePayments(request, dependencies));
