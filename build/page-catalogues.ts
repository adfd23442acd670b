import type { Plugin } from 'vite';
import type { Catalogue } from '../domain/language/create-messages.ts';
import { LANGUAGES } from '../domain/language/languages.ts';
import { createUseTest } from './catalogue-faults.ts';
import { readSources } from './check-messages.ts';

const CATALOGUE = /\/domain\/language\/\w+\.json$/;

/** Leaves the messages out that only the server shows, such as those of mails. A problem may come from anywhere. */
export const webMessages: Plugin = {
  name: 'web-messages',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler(catalogue) {
      const isUsed = createUseTest(readSources(['web', 'domain']));
      const messages = Object.entries<Catalogue[string]>(JSON.parse(catalogue));
      return JSON.stringify(Object.fromEntries(messages.filter(([key]) => key.startsWith('problem_') || isUsed(key))));
    },
  },
};

/** Tells the page which languages there are, each with the file of its texts: none in development. */
export const pageCatalogues: Plugin = {
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
