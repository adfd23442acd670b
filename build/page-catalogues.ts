import type { Plugin } from 'vite';
import { LANGUAGES } from '../domain/language/languages.ts';

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
