import { join } from 'node:path';
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown';

const WEB = join(import.meta.dirname, '../web');
const ICON_LIBRARY = /\/lucide-react\/dist\/esm\//;
/** Files that import hundreds of icons, of which a build keeps the few that are used. */
const ICON_INDEX = /\/lucide-react\/dist\/esm\/(lucide-react|icons\/index)\.m?js$/;

/** Chunks in the order in which people load them, each with the file whose imports it holds. */
const CHUNKS = {
  landing: 'screens/intro.tsx',
  root: 'app/root.tsx',
  forms: 'screens/log-in.tsx',
  home: 'screens/map.tsx',
};

/**
 * Puts modules that several screens share into one chunk for each step of the way into the product. By default every set of
 * screens gets a chunk of its own, and the map would wait for 77 files.
 */
const sharedModules: CodeSplittingGroup = {
  debugName: 'shared modules',
  minShareCount: 2,
  name: (id, context) => {
    if (ICON_LIBRARY.test(id)) return 'icons';
    const chunk = Object.entries(CHUNKS).find(([, file]) => collectImports(file, context).has(id));
    return chunk?.[0] ?? null;
  },
};

const start: CodeSplittingGroup = { name: 'start', tags: ['$initial'] };

export const codeSplitting = { groups: [start, sharedModules], includeDependenciesRecursively: false };

const importsByFile = new Map<string, Set<string>>();

function collectImports(file: string, context: ChunkingContext): Set<string> {
  const cached = importsByFile.get(file);
  if (cached) return cached;
  const imports = new Set<string>();
  const visit = (id: string) => {
    const module = context.getModuleInfo(id);
    if (module === null || imports.has(id) || ICON_INDEX.test(id)) return;
    imports.add(id);
    module.importedIds.forEach(visit);
  };
  visit(join(WEB, file));
  importsByFile.set(file, imports);
  return imports;
}
