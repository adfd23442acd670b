import type { Plugin } from 'vite';
import { leavingOut, type Replaced, type Unreached } from './left-out.ts';

/** By the reason why no screen ever gets there. */
const UNREACHED: Unreached = {
  'no schema is written as JSON': ['zod/v4/core/json-schema-processors.js', 'zod/v4/core/to-json-schema.js'],
  'no date is read in words, nor told as a distance': [
    'date-fns/locale/en-US/_lib/formatDistance.js',
    'date-fns/locale/en-US/_lib/formatRelative.js',
    'date-fns/locale/en-US/_lib/match.js',
  ],
  'nobody signs in with a wallet': ['@supabase/auth-js/dist/module/lib/web3/ethereum.js'],
};

const REPLACED: Replaced = {
  // Live channels and file storage are a third of the data client: what is left lets it be made, and a call fails at once.
  '@supabase/realtime-js/dist/module/index.js': 'export class RealtimeClient { setAuth() {} }',
  '@supabase/storage-js/dist/index.mjs': 'export class StorageClient {}\nexport class StorageApiError extends Error {}',
  // Nobody signs in with a passkey, but the client is made ready for it.
  '@supabase/auth-js/dist/module/lib/webauthn.js': `
    export class WebAuthnApi {}
    export const browserSupportsWebAuthn = () => false;
    const nothing = undefined;
    export {
      nothing as createCredential,
      nothing as deserializeCredentialCreationOptions,
      nothing as deserializeCredentialRequestOptions,
      nothing as getCredential,
      nothing as serializeCredentialCreationResponse,
      nothing as serializeCredentialRequestResponse,
      nothing as webAuthnAbortService,
    };`,
};

/** Leaves out of the data client, the schemas and the dates what no screen uses. */
export function withoutUnusedParts(): Plugin {
  return leavingOut('without-unused-parts', UNREACHED, REPLACED);
}
