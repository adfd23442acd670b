import { createProviderCall } from './call-provider.ts';
import { handlePayments } from './handler.ts';
import { createSupabaseDependencies } from './supabase-dependencies.ts';

// Payments as Supabase runs them: `supabase functions deploy payments`.

const readCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const readPem = (fileOrText: string) =>
  fileOrText.startsWith('-----BEGIN') ? fileOrText : Deno.readTextFileSync(fileOrText);

const dependencies = createSupabaseDependencies((name) => Deno.env.get(name), {
  // The message of a database error may repeat the row, so only its code is logged.
  report: ({ error, ...fault }) => console.warn('a payment met a fault', { ...fault, errorCode: readCode(error) }),
  calls: {
    plain: createProviderCall(fetch),
    withCertificate(certificate, key) {
      const presenting = { client: Deno.createHttpClient({ cert: readPem(certificate), key: readPem(key) }) };
      return createProviderCall((input, init) => fetch(input, { ...init, ...presenting }));
    },
  },
});

Deno.serve((request) => handlePayments(request, dependencies));
