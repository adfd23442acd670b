import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompilerOptions, compile } from '@inlang/paraglide-js';
import { LANGUAGE_COOKIE, LANGUAGES } from '../domain/language/languages.ts';
import { type Catalogue, findCatalogueFaults } from './catalogue-faults.ts';

// Turns the catalogues of domain/language into functions. Run alone, it writes those of the server and the tests.

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'domain/language');
const BUNDLES = join(ROOT, 'dist/messages');
const USERS = ['domain', 'server', 'simulators', 'web', 'build', 'vite.config.ts'];
const SOURCE = /(?<!\.test)\.tsx?$/;

/** What Vite bundles of one language: a file for each message, so that a screen loads only its own. */
export const bundledModules = (language: string) => ({
  '#messages': join(BUNDLES, language, 'messages.js'),
  '#language': join(BUNDLES, language, 'runtime.js'),
});

/** How the functions for the server, the tests and development are made: a file for each language. */
export const COMPILER_OPTIONS = {
  project: join(BUNDLES, 'project.inlang'),
  outdir: join(FOLDER, 'compiled'),
  outputStructure: 'locale-modules',
  strategy: ['cookie', 'preferredLanguage', 'baseLocale'],
  cookieName: LANGUAGE_COOKIE,
  emitReadme: false,
  emitPrettierIgnore: false,
} satisfies CompilerOptions;

/** What a person who changes a catalogue reads instead of where the compiler stopped. */
class CatalogueError extends Error {}

/** @throws when a catalogue lacks a message, or holds one that nothing shows */
export async function compileMessages(): Promise<void> {
  const faults = findCatalogueFaults(readCatalogues(), readSources());
  if (faults.length > 0) {
    throw new CatalogueError(`The catalogues in domain/language have faults:\n${faults.join('\n')}`);
  }
  writeProject(COMPILER_OPTIONS.project, Object.keys(LANGUAGES), FOLDER);
  await compile(COMPILER_OPTIONS);
}

/**
 * Compiles one language alone, so that the build holds the words of no other.
 * @param folder where its catalogue is
 */
export async function compileBundledMessages(language: string, folder = FOLDER): Promise<void> {
  const outdir = join(BUNDLES, language);
  const project = join(outdir, 'project.inlang');
  writeProject(project, [language], folder);
  // The library's own runtime decides at every call; here there is nothing left to decide.
  const runtime = `export const experimentalStaticLocale = '${language}';\nexport const getLocale = () => '${language}';\n`;
  await compile({
    ...COMPILER_OPTIONS,
    project,
    outdir,
    outputStructure: 'message-modules',
    additionalFiles: { 'runtime.js': runtime },
  });
}

/** Writes what the compiler reads. It looks for the catalogues from beside the project. */
function writeProject(project: string, locales: readonly string[], catalogues: string): void {
  mkdirSync(project, { recursive: true });
  const settings = {
    baseLocale: locales[0],
    locales,
    modules: [fileURLToPath(import.meta.resolve('@inlang/plugin-message-format'))],
    'plugin.inlang.messageFormat': { pathPattern: relative(join(project, '..'), join(catalogues, '{locale}.json')) },
  };
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings));
}

function readCatalogues(): Map<string, Catalogue> {
  return new Map(
    Object.keys(LANGUAGES).map((language) => {
      const { $schema, ...messages } = readCatalogue(`${language}.json`);
      return [language, messages];
    }),
  );
}

function readCatalogue(file: string): Catalogue {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CatalogueError(`domain/language/${file} is no JSON: ${String(error)}`);
  }
}

/** Not in an image, whose build would then miss the use of a message. */
const TESTING = /(^|[\\/])testing[\\/]/;

function readSources(): string[] {
  return USERS.flatMap((user) => {
    if (SOURCE.test(user)) return [join(ROOT, user)];
    const files = readdirSync(join(ROOT, user), { recursive: true, encoding: 'utf8' });
    return files.filter((file) => SOURCE.test(file) && !TESTING.test(file)).map((file) => join(ROOT, user, file));
  }).map((file) => readFileSync(file, 'utf8'));
}

/** Compiles for a program that cannot go on without. */
export async function requireMessages(): Promise<void> {
  try {
    await compileMessages();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

if (import.meta.main) await requireMessages();
