import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Catalogue } from '../domain/language/create-messages.ts';
import { LANGUAGES } from '../domain/language/languages.ts';
import { describeParameters, findCatalogueFaults } from './catalogue-faults.ts';

// Checks the catalogues of domain/language, and writes the types of their messages.

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'domain/language');
const USERS = ['domain', 'server', 'simulators', 'supabase/functions', 'supabase/schemas', 'web', 'build'];
const SOURCE = /(?<!\.test)\.(tsx?|sql)$/;
/** Files that an image lacks do not count as users: its build would miss the use of a message. */
const TESTING = /(^|[\\/])testing[\\/]/;

const catalogueSchema = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]));

function readCatalogue(language: string): Catalogue {
  const file = `${language}.json`;
  try {
    return catalogueSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
  } catch (cause) {
    throw new Error(`domain/language/${file} is no catalogue`, { cause });
  }
}

function readSources(): string[] {
  return USERS.flatMap((user) => {
    const files = readdirSync(join(ROOT, user), { recursive: true, encoding: 'utf8' });
    return files.filter((file) => SOURCE.test(file) && !TESTING.test(file)).map((file) => join(ROOT, user, file));
  }).map((file) => readFileSync(file, 'utf8'));
}

/** Ends the process when a catalogue lacks a message, or holds one that nothing shows. */
export function requireMessages(): void {
  const catalogues = new Map(Object.keys(LANGUAGES).map((language) => [language, readCatalogue(language)]));
  const faults = findCatalogueFaults(catalogues, readSources());
  if (faults.length > 0) {
    process.stderr.write(`The catalogues in domain/language have faults:\n${faults.join('\n')}\n`);
    process.exit(1);
  }
  writeFileSync(join(FOLDER, 'message-parameters.ts'), describeParameters([...catalogues.values()]));
}

if (import.meta.main) requireMessages();
