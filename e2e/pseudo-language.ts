import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { compileBundledMessages } from '../build/compile-messages.ts';
import type { RunningServer } from './server.ts';

// A third language, made of the English catalogue: what stands outside its brackets is in no catalogue.

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
/** The tag that ICU has for a pseudo-language. */
const TAG = 'en-XA';
const QUICKLY = ['--mode', 'test', '--minify', 'false', '--sourcemap', 'false', '--logLevel', 'error'];
/** What the server answers itself; everything else is the page or one of its files. */
const SERVED = /^\/(rest|auth|functions|maps|mailbox|config\.json)/;

type Message = string | { match: Record<string, string> }[];

/** The page of the product in the pseudo-language, for browsers that are told to load it instead. */
export type PseudoLanguage = AsyncDisposable & {
  serve: (context: BrowserContext, server: Pick<RunningServer, 'url'>) => Promise<void>;
};

/** Registers the pseudo-language by its catalogue alone, and builds the page in it as for every language. */
export async function buildPseudoLanguage(): Promise<PseudoLanguage> {
  const catalogues = await mkdtemp(join(tmpdir(), 'parqueo-catalogue-'));
  const { $schema, ...english } = JSON.parse(await readFile(join(ROOT, 'domain/language/en.json'), 'utf8'));
  await writeFile(join(catalogues, `${TAG}.json`), JSON.stringify(bracket(english)));
  await compileBundledMessages(TAG, catalogues);
  await promisify(execFile)(NODE, [VITE, 'build', ...QUICKLY], {
    cwd: ROOT,
    env: { ...process.env, BUILD_LANGUAGE: TAG },
  });
  const folder = join(ROOT, 'dist/web', TAG);
  return {
    serve: async (context, { url }) => {
      // A page that comes from no address needs leave to load from this machine.
      await context.grantPermissions(['geolocation', 'local-network-access']);
      await context.route(
        ({ origin, pathname }) => origin === url && !SERVED.test(pathname),
        (route) => {
          const file = join(folder, new URL(route.request().url()).pathname);
          return route.fulfill({ path: /\.\w+$/.test(file) && existsSync(file) ? file : join(folder, 'index.html') });
        },
      );
    },
    [Symbol.asyncDispose]: async () => {
      for (const made of [catalogues, folder, join(ROOT, 'dist/messages', TAG)]) await rm(made, { recursive: true });
    },
  };
}

/** Every message in brackets, each form of a plural too. */
function bracket(catalogue: Record<string, Message>): Record<string, Message> {
  return mapValues(catalogue, (message) =>
    typeof message === 'string'
      ? `⟦${message}⟧`
      : message.map((forms) => ({ ...forms, match: mapValues(forms.match, (form) => `⟦${form}⟧`) })),
  );
}

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
