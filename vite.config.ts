import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { installableApp } from './build/installable-app.ts';
import { pageCatalogues } from './build/page-catalogues.ts';
import { codeSplitting } from './build/shared-chunks.ts';
import { startFiles } from './build/start-files.ts';
import { listPaths } from './web/paths.ts';

/** Tells the server which paths are the app's. Any other path is not found. */
const appPaths: Plugin = {
  name: 'app-paths',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(listPaths()) });
  },
};

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

const COMPRESSED = /\.(html|css|json|m?js|svg|wasm)$/;
/** Very small files are sent as they are. */
const MIN_BYTES = 1000;

/** Writes a Brotli and a gzip file beside each file that gets smaller by it. */
const compression: Plugin = {
  name: 'compression',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => join(dir, file));
      await Promise.all(files.filter((file) => COMPRESSED.test(file)).map(compress));
    },
  },
};

async function compress(file: string): Promise<void> {
  if (statSync(file).size < MIN_BYTES) return;
  const content = await readFile(file);
  await writeFile(`${file}.br`, await compressWithBrotli(content));
  await writeFile(`${file}.gz`, await compressWithGzip(content));
}

/** In development Vite serves the web app and passes requests on to the server. */
const apiOrigin = process.env.DEV_API_ORIGIN ?? 'http://127.0.0.1:8080';
const apiPaths = ['/rest', '/auth', '/functions', '/maps', '/open', '/mailbox', '/first-admin', '/config.json'];

/** Replaces two packages that the product never calls, a third of the data client. */
const unusedSupabase = fileURLToPath(new URL('build/unused-supabase.ts', import.meta.url));

/** Loads the texts of one language instead of all. */
const pageMessages = fileURLToPath(new URL('web/ui/platform/page-messages.ts', import.meta.url));

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), pageCatalogues(), appPaths, startFiles, installableApp(), compression],
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
    // The oldest browsers; README.md names them.
    target: ['safari16.4', 'chrome111', 'firefox115'],
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
    proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: apiOrigin, changeOrigin: false }])),
  },
});
