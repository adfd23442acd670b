import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** What a browser needs to start at the screens where people arrive, besides the page's own scripts. */
const STARTS: Record<string, readonly string[]> = {
  '/map': ['app/root.tsx', 'data/connection.ts', 'screens/map.tsx'],
  '/login': ['app/root.tsx', 'data/connection.ts', 'screens/log-in.tsx'],
  '/zones': ['app/root.tsx', 'data/connection.ts', 'screens/zones.tsx'],
};

/**
 * Writes into the page which files each of these screens starts with. A script of the page requests them at once, because
 * the router would do so only after it has run itself.
 */
export const startFiles: Plugin = {
  name: 'start-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [createTag(Object.values(bundle).filter(isChunk))],
  },
};

type Chunk = Rolldown.OutputChunk;

const isChunk = (output: Rolldown.OutputChunk | Rolldown.OutputAsset): output is Chunk => output.type === 'chunk';

function createTag(chunks: readonly Chunk[]): HtmlTagDescriptor {
  const inPage = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => collectFiles(entry, chunks)));
  const files = Object.entries(STARTS).map(([path, sources]) => {
    const all = sources.flatMap((source) => collectFiles(findChunk(source, chunks), chunks));
    return [path, [...new Set(all)].filter((file) => !inPage.has(file)).map((file) => `/${file}`)] as const;
  });
  return {
    tag: 'script',
    injectTo: 'head-prepend',
    attrs: { type: 'application/json', id: 'start-files' },
    children: JSON.stringify(Object.fromEntries(files)),
  };
}

/** @throws when the build lacks the source */
function findChunk(source: string, chunks: readonly Chunk[]): Chunk {
  const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
    [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(`/web/${source}`)),
  );
  if (chunk === undefined) throw new Error(`The build has no ${source}`);
  return chunk;
}

/** A chunk, all that it imports, and their styles. */
function collectFiles(start: Chunk, chunks: readonly Chunk[], seen = new Set<string>()): string[] {
  if (seen.has(start.fileName)) return [];
  seen.add(start.fileName);
  const imports = chunks.filter(({ fileName }) => start.imports.includes(fileName));
  const styles = [...(start.viteMetadata?.importedCss ?? [])];
  return [start.fileName, ...styles, ...imports.flatMap((chunk) => collectFiles(chunk, chunks, seen))];
}
