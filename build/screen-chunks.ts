import { join } from 'node:path';
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown';
import type { Plugin } from 'vite';

const WEB = join(import.meta.dirname, '../web');

/** Files that stand for hundreds of modules, of which a build takes the few that are used. */
const BARREL = /\/lucide-react\/dist\/esm\/(lucide-react|icons\/index)\.m?js$/;
const ICON_LIBRARY = /\/lucide-react\/dist\/esm\//;

/** What each part of the product starts from; the first that needs a module has it, and those below share what is left. */
const START = ['app/main.tsx'];
export const LANDING = ['screens/intro.tsx'];
export const CONNECTED = ['data/connection.ts', 'ui/toaster.tsx'];
const FORMS = ['screens/log-in.tsx'];
export const HOME = ['screens/map.tsx'];

/**
 * Puts together what screens share, by the screens that people come in through. Left to itself the build makes a file of every
 * module that two screens share: the map would wait for eighty, and a browser asks a plain server for six at a time.
 */
export function screenChunks(): Plugin {
  return {
    name: 'screen-chunks',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: [start, shared], ...WHOLE_GROUPS } } } },
    }),
  };
}

/** A group takes the modules named below and not what those import; that is in a group of its own, or in none. */
const WHOLE_GROUPS = { includeDependenciesRecursively: false };

const start: CodeSplittingGroup = {
  debugName: 'start',
  tags: ['$initial'],
  // The worker of the map starts by itself too.
  name: (id, modules) => (ICON_LIBRARY.test(id) || needs(START, modules).has(id) ? 'start' : null),
};

const shared: CodeSplittingGroup = {
  debugName: 'shared',
  minShareCount: 2,
  name: (id, modules) => {
    if (ICON_LIBRARY.test(id)) return 'icons';
    if (needs(LANDING, modules).has(id)) return 'landing';
    if (needs(CONNECTED, modules).has(id)) return 'connected';
    if (!needs(HOME, modules).has(id)) return null;
    return needs(FORMS, modules).has(id) ? 'common' : 'home';
  },
};

const known = new Map<readonly string[], Set<string>>();

/** The modules that run before the given ones do. */
function needs(sources: readonly string[], modules: ChunkingContext): Set<string> {
  const found = known.get(sources) ?? new Set<string>();
  if (found.size > 0) return found;
  const visit = (id: string) => {
    const info = modules.getModuleInfo(id);
    if (info === null || found.has(id) || BARREL.test(id)) return;
    found.add(id);
    info.importedIds.forEach(visit);
  };
  for (const source of sources) visit(join(WEB, source));
  known.set(sources, found);
  return found;
}
