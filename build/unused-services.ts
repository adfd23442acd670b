import type { Plugin } from 'vite';

/**
 * The services of the data client that the product has no use for, and what is left of them: enough for the client to be made.
 * A call to one of them fails at once.
 */
const UNUSED: Readonly<Record<string, string>> = {
  '@supabase/realtime-js': 'export class RealtimeClient { setAuth() {} }',
  '@supabase/storage-js': 'export class StorageClient {}\nexport class StorageApiError extends Error {}',
};

/** Leaves live channels and file storage, a third of the data client, out of the build. */
export function withoutUnusedServices(): Plugin {
  return {
    name: 'without-unused-services',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source in UNUSED ? `\0unused:${source}` : null),
    load: (id) => (id.startsWith('\0unused:') ? (UNUSED[id.slice('\0unused:'.length)] ?? null) : null),
  };
}
