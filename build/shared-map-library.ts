import { join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCES = join(import.meta.dirname, '../node_modules/maplibre-gl/src');
const PACKAGE = join(SOURCES, '../package.json');
const WORKER = '\0map-worker-address';
const NOTHING = '\0nothing';
/** It wants the finished files. */
const WHOLE = /\/whole-map-library\.ts$/;

/** A module with such a line tells the page and the worker what the classes are that they send to each other. */
const REGISTERS = /^register\(/m;

/** The sources count on fields that are only declared to leave alone what the class above has set. */
const LANGUAGE = {
  typescript: { removeClassFieldsWithoutInitializer: true },
  assumptions: { setPublicClassFields: true },
};

/**
 * Bundles MapLibre from its sources instead of its two finished files, which hold the same half megabyte twice: for the page
 * and for its worker. Here both load that half from one file, and parts nobody asks for are left out. Development goes on
 * with the finished files.
 */
export function sharedMapLibrary(): Plugin {
  let worker = '';
  return {
    name: 'shared-map-library',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      worker = this.emitFile({ type: 'chunk', id: join(SOURCES, 'source/worker.ts'), name: 'map-worker' });
    },
    resolveId(source, importer) {
      if (importer && WHOLE.test(importer)) return null;
      if (source.startsWith('maplibre-gl/dist/maplibre-gl-worker.mjs')) return WORKER;
      if (source !== 'maplibre-gl') return null;
      // The wrapper would load all of it where no library is handed to it, and here one always is.
      return importer?.includes('/react-maplibre/') ? NOTHING : join(SOURCES, 'index.ts');
    },
    load(id) {
      if (id === WORKER) return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
      return id === NOTHING ? 'export default null;' : null;
    },
    async transform(code, id) {
      // The library asks it for its version only.
      if (id === PACKAGE) return JSON.stringify({ version: JSON.parse(code).version });
      if (!id.startsWith(SOURCES) || !id.endsWith('.ts')) return null;
      return { ...(await transformWithOxc(code, id, LANGUAGE)), moduleSideEffects: REGISTERS.test(code) };
    },
  };
}
