import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { installableApp } from './build/installable-app.ts';
import { codeSplitting } from './build/shared-chunks.ts';

/** In development the page comes from here and everything else from the server beside it. */
const apiOrigin = process.env.DEV_API_ORIGIN ?? 'http://127.0.0.1:8080';
const apiPaths = ['/rest', '/auth', '/functions', '/maps', '/mailbox', '/mailbox.json', '/config.json'];

/** A sixth of the data client. */
const unusedSupabase = fileURLToPath(new URL('build/unused-supabase.ts', import.meta.url));

export default defineConfig({
  root: 'web',
  // Compressed once here, not again for each visitor.
  plugins: [
    react(),
    tailwindcss(),
    installableApp(),
    compression({ algorithms: ['brotliCompress', 'gzip'], exclude: [/\.map$/] }),
  ],
  resolve: { alias: { '@supabase/realtime-js': unusedSupabase, '@supabase/storage-js': unusedSupabase } },
  build: {
    rolldownOptions: { output: { codeSplitting } },
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    // The check of the budgets reads from it what each screen loads.
    manifest: true,
    // Everything that fits is inlined otherwise, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    // The map library is one piece of over a megabyte; it is loaded by screens with a map only.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: apiOrigin, changeOrigin: false }])),
  },
});
