import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { OFFLINE_PATHS, paths } from '../web/paths.ts';

const WEB = join(import.meta.dirname, '../web');
/** The two tables of what is shown at a path: an entry is a call of `screen`, or a property whose name is the path. */
const TABLES = ['app/router.tsx', 'samples/sample-screens.tsx'];

/**
 * The modules of the screens that promise to work without a connection, as names of Vite's manifest.
 * @throws when such a path has no screen
 */
export function findOfflineScreens(): string[] {
  const entries = TABLES.flatMap(readEntries).filter(({ path }) => OFFLINE_PATHS.includes(path));
  const missing = OFFLINE_PATHS.find((path) => !entries.some((entry) => entry.path === path));
  if (missing !== undefined) throw new Error(`The route table has no screen at ${missing}`);
  return [...new Set(entries.flatMap(({ modules }) => modules))];
}

type Entry = { path: string; modules: string[] };

function readEntries(file: string): Entry[] {
  const text = readFileSync(join(WEB, file), 'utf8');
  const entries: (Entry & ESTree.Span)[] = [];
  const add = (path: ESTree.Node | undefined, { start, end }: ESTree.Span) => {
    const name = path === undefined ? '' : text.slice(path.start, path.end);
    const found = Object.entries(paths).find(([key]) => name === `paths.${key}`)?.[1];
    if (typeof found === 'string') entries.push({ path: found, modules: [], start, end });
  };
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && call.callee.name === 'screen') add(call.arguments[0], call);
    },
    Property(property) {
      if (property.computed) add(property.key, property);
    },
    ImportExpression({ source, start }) {
      const entry = entries.find((around) => around.start < start && start < around.end);
      if (entry !== undefined && source.type === 'Literal' && typeof source.value === 'string')
        entry.modules.push(posix.join(posix.dirname(file), source.value));
    },
  }).visit(parseSync(file, text).program);
  return entries;
}
