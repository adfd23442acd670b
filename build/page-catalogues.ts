import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Catalogue } from '../domain/language/create-messages.ts';
import { LANGUAGES } from '../domain/language/languages.ts';
import { createUseTest } from './catalogue-faults.ts';

const WEB = join(import.meta.dirname, '../web');
const ENTRY = join(WEB, 'app/start.ts');
const OFFICE_SCREEN = /\bofficeScreen\([\w.]+, \(\) => import\('\.\.\/([\w./-]+)'\)/g;
/** What web/app/router.tsx and the demo load once the texts of the back office are there. */
const OFFICE = [
  ...Array.from(readFileSync(join(WEB, 'app/router.tsx'), 'utf8').matchAll(OFFICE_SCREEN), ([, file = '']) => file),
  'samples/sample-overview.tsx',
  'samples/sample-settings-forms.tsx',
].map((file) => join(WEB, file));

const CATALOGUE = /^(.*\/domain\/language\/\w+\.json)(\?office)?$/;
/** The server says by its key which problem it met: domain/problems.ts. */
const PROBLEM = /^problem_/;
/** Problems that only the back office has, or that are said by the part of the product which meets them. */
const PROBLEM_OF_OFFICE =
  /^problem_(account_code|adjustment|admin|app_name|cancellation_deadline|comment|correction|currency|difference|dispute|drawer|driver|fiscal_(not|range)|guest_pays_for|hiding|import|installation_settings|lock|month|move|movement|municipality|overstay_(amount|factor|grace|not)|own|owner|own_duties|papers?|parking_rate|password_length|plate|prices|purchase|rates|reference|refund_reference|reservations?_of_(space|user)|role|safelist|second|sender|settlement|shifts?|space_(changed|lock|names|not_(created|deleted|updated)|numbers|report|status)|spaces|special_days|status|tax_rate|top_up_(limit|max)|too_many_(spaces|touched)|touched_reservations|trips|users?|zone(?!_(closed|outside)))_|_not_(loaded|saved)$/;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g;

/** Splits each catalogue into the texts of the page and those that only the back office says; the server's are left out. */
export const pageCatalogues = (): Plugin[] => [catalogueParts(), catalogueAddresses];

/** In development, where sources change, all are the page's. */
function catalogueParts(): Plugin {
  let isOfPage = (_name: string) => true;
  let isOfOffice = (_name: string) => false;
  return {
    name: 'catalogue-parts',
    configResolved({ command }) {
      if (command !== 'build') return;
      const page = new Set<string>();
      reach(ENTRY, page, OFFICE);
      const all = new Set(page);
      for (const file of OFFICE) reach(file, all, []);
      const isSaid = createUseTest(readAll([...page]));
      isOfPage = (name) => isSaid(name) || (PROBLEM.test(name) && !PROBLEM_OF_OFFICE.test(name));
      const isSaidByOffice = createUseTest(readAll([...all].filter((file) => !page.has(file))));
      isOfOffice = (name) => isSaidByOffice(name) || PROBLEM.test(name);
    },
    load(id) {
      const [, path = '', part] = CATALOGUE.exec(id) ?? [];
      if (path === '') return null;
      const isOfPart = part === undefined ? isOfPage : (name: string) => isOfOffice(name) && !isOfPage(name);
      const texts: Catalogue = JSON.parse(readFileSync(path, 'utf8'));
      const json = JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([name]) => isOfPart(name))));
      // Vite makes modules of JSON files, but not of those with a query.
      return part === undefined
        ? json
        : { code: `export default JSON.parse(${JSON.stringify(json)})`, moduleType: 'js' };
    },
  };
}

const readAll = (files: readonly string[]): string[] => files.map((file) => readFileSync(file, 'utf8'));

/** Adds a file and all that it imports. It stops at the others, and does not add what only they import. */
function reach(file: string, reached: Set<string>, others: readonly string[]): void {
  if (reached.has(file) || others.includes(file)) return;
  reached.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
    reach(join(dirname(file), path), reached, others);
}

/** Tells the page which languages there are, each with the file of its texts: none in development. */
const catalogueAddresses: Plugin = {
  name: 'page-catalogues',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const files = Object.keys(LANGUAGES).map((language) => [language, bundle ? findFile(language, bundle) : null]);
      return [
        {
          tag: 'script',
          injectTo: 'head-prepend',
          attrs: { type: 'application/json', id: 'catalogues' },
          children: JSON.stringify(Object.fromEntries(files)),
        },
      ];
    },
  },
};

type Bundle = Record<string, { fileName: string; facadeModuleId?: string | null }>;

/** @throws when the build lacks the catalogue of the language */
function findFile(language: string, bundle: Bundle): string {
  const source = `/domain/language/${language}.json`;
  const file = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
  if (file === undefined) throw new Error(`The build has no catalogue of "${language}"`);
  return `/${file.fileName}`;
}
