import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { m } from '#messages';
import { bundledModules, COMPILER_OPTIONS } from './build/compile-messages.ts';
import { installableApp } from './build/installable-app.ts';
import { codeSplitting } from './build/shared-chunks.ts';
import { startFiles } from './build/start-files.ts';
import type { Language } from './domain/language/languages.ts';

/** In development Vite serves the web app and passes requests on to the server. */
const apiOrigin = process.env.DEV_API_ORIGIN ?? 'http://127.0.0.1:8080';
const apiPaths = ['/rest', '/auth', '/functions', '/maps', '/open', '/mailbox', '/mailbox.json', '/config.json'];

/** Keeps its connections: the server takes one that is closed after each request for nginx, and so for a public host. */
const agent = new Agent({ keepAlive: true });

/** Replaces two packages that the product never calls, a third of the data client. */
const unusedSupabase = fileURLToPath(new URL('build/unused-supabase.ts', import.meta.url));

/** The language that is built; build/build-web.ts builds each. */
const language = (process.env.BUILD_LANGUAGE ?? 'en') as Language;

/** The page in the language of its build. In development the page sets it when it starts. */
const pageLanguage: Plugin = {
  name: 'page-language',
  transformIndexHtml: (html) =>
    html
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(m.app_description({}, { locale: 'en' }), m.app_description({}, { locale: language })),
};

export default defineConfig(({ command, mode }) => ({
  root: 'web',
  plugins: [
    // In development a changed catalogue shows at once.
    command === 'serve' && paraglideVitePlugin(COMPILER_OPTIONS),
    react(),
    tailwindcss(),
    pageLanguage,
    startFiles,
    installableApp(language),
    // It takes half the time of a build, which a test can do without.
    mode === 'production' &&
      compression({
        algorithms: ['brotliCompress', 'gzip'],
        include: /\.(html|css|json|m?js|svg|wasm)$/,
      }),
  ],
  resolve: {
    alias: {
      '@supabase/realtime-js': unusedSupabase,
      '@supabase/storage-js': unusedSupabase,
      ...(command === 'build' && bundledModules(language)),
    },
  },
  build: {
    rolldownOptions: { output: { codeSplitting } },
    outDir: `../dist/web/${language}`,
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
}));
