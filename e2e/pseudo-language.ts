import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

const FOLDER = join(ROOT, 'dist/web', TAG);

/** The variable that names where workers ask for the build. */
const BUILDER = 'E2E_PSEUDO_LANGUAGE';

/** Registers the pseudo-language by its catalogue alone, and builds the page in it as for every language. */
async function build(catalogues: string): Promise<void> {
  const { $schema, ...english } = JSON.parse(await readFile(join(ROOT, 'domain/language/en.json'), 'utf8'));
  await writeFile(join(catalogues, `${TAG}.json`), JSON.stringify(bracket(english)));
  await compileBundledMessages(TAG, catalogues);
  await promisify(execFile)(NODE, [VITE, 'build', ...QUICKLY], {
    cwd: ROOT,
    env: { ...process.env, BUILD_LANGUAGE: TAG },
  });
}

/** Lets the workers of a run share one build, which is made when the first of them asks for it. */
export async function offerPseudoLanguage(): Promise<() => Promise<void>> {
  const catalogues = await mkdtemp(join(tmpdir(), 'parqueo-catalogue-'));
  let built: Promise<void> | undefined;
  const builder = createServer(async (_request, response) => {
    built ??= build(catalogues);
    const error = await built.then(() => null, String);
    response.writeHead(error === null ? 200 : 500).end(error);
  });
  await once(builder.listen(0, '127.0.0.1'), 'listening');
  process.env[BUILDER] = `http://127.0.0.1:${(builder.address() as AddressInfo).port}`;
  return async () => {
    builder.close();
    builder.closeAllConnections();
    await built;
    for (const made of [catalogues, FOLDER, join(ROOT, 'dist/messages', TAG)])
      await rm(made, { recursive: true, force: true });
  };
}

/** Has the pages of a context load the product in the pseudo-language. */
export async function servePseudoLanguage(context: BrowserContext, { url }: Pick<RunningServer, 'url'>): Promise<void> {
  const response = await fetch(String(process.env[BUILDER]));
  if (!response.ok) throw new Error(`The pseudo-language did not build: ${await response.text()}`);
  // A page that comes from no address needs leave to load from this machine.
  await context.grantPermissions(['geolocation', 'local-network-access']);
  await context.route(
    ({ origin, pathname }) => origin === url && !SERVED.test(pathname),
    (route) => {
      const file = join(FOLDER, new URL(route.request().url()).pathname);
      return route.fulfill({ path: /\.\w+$/.test(file) && existsSync(file) ? file : join(FOLDER, 'index.html') });
    },
  );
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
