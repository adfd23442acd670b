import { type Plugin, parseSync } from 'vite';

/** Modules that are there in name only and fail when they are used, by the reason why they never are. */
export type Unreached = Readonly<Record<string, readonly string[]>>;
/** Modules that are used all the same, and the little that they do instead. */
export type Replaced = Readonly<Record<string, string>>;

const PATH = /\/node_modules\/(?!.*\/node_modules\/)(.+)$/;
const STAND_INS = `
  export function leftOut() { throw new Error('This part of a library was left out of the build'); }
  export const isLeftOut = () => false;`;

/**
 * Leaves modules of libraries out of the build, and stops it when a library has no such module any more. They are called by
 * their path below `node_modules`; one that ends in `*` stands for all that begin like it.
 */
export function leavingOut(name: string, unreached: Unreached, replaced: Replaced): Plugin {
  const parts = [...Object.keys(replaced), ...Object.values(unreached).flat()];
  const notFound = new Set(parts);
  const leftOut = `\0${name}`;
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === leftOut ? leftOut : null),
    load: (id) => (id === leftOut ? STAND_INS : null),
    transform(code, id) {
      const path = PATH.exec(id)?.[1];
      const part = path && parts.find((one) => isPart(path, one));
      if (!part) return null;
      notFound.delete(part);
      return { code: replaced[part] ?? inNameOnly(id, code, leftOut), map: null, moduleSideEffects: false };
    },
    buildEnd(error) {
      if (error === undefined && notFound.size > 0) this.error(`Left out, but not there: ${[...notFound].join(', ')}`);
    },
  };
}

function isPart(path: string, part: string): boolean {
  return part.endsWith('*') ? path.startsWith(part.slice(0, -1)) : path === part;
}

/**
 * A module with the same exports: a text, the only default there is, is empty; nothing is of a kind that is not there; and
 * the rest fails.
 */
function inNameOnly(id: string, code: string, leftOut: string): string {
  return parseSync(id, code)
    .module.staticExports.flatMap(({ entries }) => entries)
    .filter(({ isType }) => !isType)
    .map(({ exportName: { name } }) => {
      if (name === null) return `export default '';`;
      return `export { ${/^is[A-Z]/.test(name) ? 'isLeftOut' : 'leftOut'} as ${name} } from '${leftOut}';`;
    })
    .join('\n');
}
