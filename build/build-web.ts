import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LANGUAGES } from '../domain/language/languages.ts';
import { compileBundledMessages, requireMessages } from './compile-messages.ts';

// Builds the web app, once for each language: a browser loads the words of one only.

const ROOT = join(import.meta.dirname, '..');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

await requireMessages();
const codes = await Promise.all(
  Object.keys(LANGUAGES).map(async (language) => {
    await compileBundledMessages(language);
    const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      env: { ...process.env, BUILD_LANGUAGE: language },
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    return code;
  }),
);
process.exit(codes.every((code) => code === 0) ? 0 : 1);
