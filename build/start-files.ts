import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The screens where people arrive. */
const SCREENS = { '/map': 'screens/map.tsx', '/login': 'screens/log-in.tsx', '/zones': 'screens/zones.tsx' };
/** What the router loads before each of them. */
const CONNECTED = ['app/root.tsx'];
/** What the entry imports once it has the texts. */
const PRODUCT = 'app/main.tsx';

/** What these screens read from the server's settings before they are shown. */
const CONFIG = '/config.json';

/** The tags by which the browser would run the product and wait for its styles, and what they become. */
const REPLACED = [
  [
    /<script type="module" crossorigin src=("[^"]+")><\/script>/,
    '<link rel="modulepreload" fetchpriority="low" crossorigin href=$1>',
  ],
  [/<link rel="stylesheet" crossorigin/, '<link rel="preload" as="style" crossorigin'],
] as const;

/**
 * Writes into the page which files the product and each of these screens start with. A script of the page runs the entry
 * after the first paint, and requests those of the screen then; the router would request them only after it has run itself.
 * Scripts are requested with a low priority, so that the font and the styles of that paint arrive before them.
 */
export const startFiles: Plugin = {
  name: 'start-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => ({
      html: REPLACED.reduce(replaceOnce, html),
      tags: createTags(Object.values(bundle).filter(isChunk)),
    }),
  },
};

type Chunk = Rolldown.OutputChunk;

const isChunk = (output: Rolldown.OutputChunk | Rolldown.OutputAsset): output is Chunk => output.type === 'chunk';

/** @throws when the build lacks a file that the page starts with */
function createTags(chunks: readonly Chunk[]): HtmlTagDescriptor[] {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The build has no entry');
  const entryFiles = collectFiles(entry, chunks);
  const product = findChunk(PRODUCT, chunks);
  const productFiles = collectFiles(product, chunks).filter((file) => !entryFiles.includes(file));
  const own = [...entryFiles, ...productFiles];
  const screens = Object.entries(SCREENS).map(([path, screen]) => {
    const all = [...CONNECTED, screen].flatMap((source) => collectFiles(findChunk(source, chunks), chunks));
    const files = [...new Set(all)].filter((file) => !own.includes(file));
    return [path, [...files.map(toAddress), CONFIG]] as const;
  });
  const list = {
    entry: toAddress(entry.fileName),
    imports: productFiles.filter((file) => isScript(file) && file !== product.fileName).map(toAddress),
    styles: own.filter((file) => file.endsWith('.css')).map(toAddress),
    screens: Object.fromEntries(screens),
  };
  return [
    {
      tag: 'script',
      injectTo: 'head-prepend',
      attrs: { type: 'application/json', id: 'start-files' },
      children: JSON.stringify(list),
    },
    // Vite writes those of the entry itself.
    ...productFiles.filter(isScript).map((file) => ({
      tag: 'link',
      injectTo: 'head' as const,
      attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: toAddress(file) },
    })),
  ];
}

const isScript = (file: string) => file.endsWith('.js');

/** @throws when the page lacks the tag */
function replaceOnce(html: string, [tag, replacement]: (typeof REPLACED)[number]): string {
  if (!tag.test(html)) throw new Error(`The page has no tag like ${tag.source}`);
  return html.replace(tag, replacement);
}

const toAddress = (file: string) => `/${file}`;

/** @throws when the build lacks the source */
function findChunk(source: string, chunks: readonly Chunk[]): Chunk {
  const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
    [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(`/web/${source}`)),
  );
  if (chunk === undefined) throw new Error(`The build has no ${source}`);
  return chunk;
}

/** All that a chunk imports, itself, and their styles: each after what it imports itself. */
function collectFiles(start: Chunk, chunks: readonly Chunk[], seen = new Set<string>()): string[] {
  if (seen.has(start.fileName)) return [];
  seen.add(start.fileName);
  const imports = chunks.filter(({ fileName }) => start.imports.includes(fileName));
  const styles = [...(start.viteMetadata?.importedCss ?? [])];
  return [...imports.flatMap((chunk) => collectFiles(chunk, chunks, seen)), start.fileName, ...styles];
}
