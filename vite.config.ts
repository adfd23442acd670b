import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from './build/compression.ts';
import { installableApp } from './build/installable-app.ts';
import { pageCatalogues } from './build/page-catalogues.ts';
import { codeSplitting } from './build/shared-chunks.ts';
import { startFiles } from './build/start-files.ts';

/** In development Vite serves the web app and passes requests on to the server. */
const apiOrigin = process.env.DEV_API_ORIGIN ?? 'http://127.0.0.1:8080';
const apiPaths = ['/rest', '/auth', '/functions', '/maps', '/open', '/mailbox', '/mailbox.json', '/config.json'];

/** Keeps its connections: the server takes one that is closed after each request for nginx, and so for a public host. */
const agent = new Agent({ keepAlive: true });

/** Replaces two packages that the product never calls, a third of the data client. */
const unusedSupabase = fileURLToPath(new URL('build/unused-supabase.ts', import.meta.url));

/** Loads the texts of one language instead of all. */
const pageMessages = fileURLToPath(new URL('web/ui/platform/page-messages.ts', import.meta.url));

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), pageCatalogues, startFiles, installableApp(), compression],
  resolve: {
    alias: {
      '@supabase/realtime-js': unusedSupabase,
      '@supabase/storage-js': unusedSupabase,
      '#messages': pageMessages,
    },
  },
  // Browsers read a catalogue faster that way than as an object.
  json: { stringify: true },
  build: {
    rolldownOptions: { output: { codeSplitting } },
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    // build/check-weight.ts reads from it what each screen loads.
    manifest: true,
    // The content security policy blocks inlined scripts and fonts.
    assetsInlineLimit: 0,
    // MapLibre is one file of over a megabyte, which only screens with a map load.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: apiOrigin, changeOrigin: false, agent }])),
  },
});
