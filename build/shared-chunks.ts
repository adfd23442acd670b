import { join } from 'node:path';
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown';

const WEB = join(import.meta.dirname, '../web');
/** Packages, and what replaces those that the product never calls. */
const LIBRARY = /\/node_modules\/|\/build\/unused-supabase\.ts$/;
const ICON_LIBRARY = /\/lucide-react\/dist\/esm\//;
/** Files that import hundreds of icons, of which a build keeps the few that are used. */
const ICON_INDEX = /\/lucide-react\/dist\/esm\/(lucide-react|icons\/index)\.m?js$/;

const FORM_PART = /\/web\/ui\/form\//;

/** Chunks in the order in which people load them, each with the file whose imports it holds. */
const CHUNKS = {
  start: 'app/main.tsx',
  landing: 'screens/intro.tsx',
  // A visitor on the landing screen must not load the frame of the others with it.
  updates: 'app/app-updates.tsx',
  root: 'app/root.tsx',
  forms: 'screens/log-in.tsx',
  zones: 'screens/zones.tsx',
  home: 'screens/map.tsx',
};

/**
 * Puts modules that several screens share into one chunk for each step of the way into the product, libraries apart. By
 * default every set of screens gets a chunk of its own, and the map would wait for 77 files.
 */
const sharedModules: CodeSplittingGroup = {
  debugName: 'shared modules',
  minShareCount: 2,
  name: (id, context) => {
    if (ICON_LIBRARY.test(id)) return 'icons';
    const chunks = Object.entries(CHUNKS).flatMap(([name, file]) =>
      collectImports(file, context).has(id) ? [name] : [],
    );
    const [first = null] = chunks;
    // Other screens must not load a chunk for the little that they share with the landing screen.
    if (first === 'landing' && chunks.length > 1) return 'start';
    // The map and the zones must not wait for the forms because of the little that they share with them.
    const isRoot = first === 'root' || (first === 'forms' && chunks.length > 1);
    if (isRoot) return LIBRARY.test(id) ? 'libraries' : 'root';
    // Whatever else sends a form must not load the log-in with it.
    if (first === 'forms' && FORM_PART.test(id)) return 'form-parts';
    if (first === 'zones' && !chunks.includes('home')) return 'zone-list';
    return first;
  },
};

// The page runs chunks one after another, so that a slow phone can react to a touch between two of them.

const react: CodeSplittingGroup = {
  name: 'react',
  test: /\/node_modules\/(react|react-dom|scheduler)\//,
};

/** The entry starts the product when it is run, so no other chunk may import it. */
const ENTRY = [join(WEB, 'index.html'), join(WEB, 'app/start.ts')];

/** What loads the texts. */
const texts: CodeSplittingGroup = { name: 'texts', tags: ['$initial'], test: (id) => !ENTRY.includes(id) };

export const codeSplitting = { groups: [texts, react, sharedModules], includeDependenciesRecursively: false };

const importsByFile = new Map<string, Set<string>>();

function collectImports(file: string, context: ChunkingContext): Set<string> {
  const cached = importsByFile.get(file);
  if (cached) return cached;
  const imports = new Set<string>();
  const visit = (id: string) => {
    const module = context.getModuleInfo(id);
    if (module === null || imports.has(id) || ICON_INDEX.test(id)) return;
    imports.add(id);
    for (const imported of module.importedIds) visit(imported);
  };
  visit(join(WEB, file));
  importsByFile.set(file, imports);
  return imports;
}
