import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import { prepareDataFolder } from '../../database/embedded/data-folder.ts';
import { findUnprivilegedUser } from '../../database/embedded/run-as.ts';
import { formatFailure } from '../../log/logged-error.ts';
import { IMPORTED_MAP } from '../load-map.ts';
import { importExtract } from './import-extract.ts';
import { showProgress } from './progress.ts';
import { readArguments, USAGE } from './read-arguments.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The folder from which a server with the same configuration loads its map. */
async function prepareMapFolder(): Promise<string> {
  const config = readConfig(process.env, ROOT);
  // The default folder moves only with an embedded database.
  const runAs = config.databaseUrl === undefined ? findUnprivilegedUser() : null;
  const { root } = await prepareDataFolder(config, runAs);
  return join(root, IMPORTED_MAP);
}

async function run(): Promise<void> {
  // npm changes to the project's folder, but a relative path is relative to where npm was called.
  const isByNpm = process.env.npm_lifecycle_event === 'maps:import';
  const request = readArguments(process.argv.slice(2), (isByNpm && process.env.INIT_CWD) || process.cwd());
  const progress = showProgress(process.stdout);
  if (request === undefined) return progress.say(USAGE);
  const folder = await prepareMapFolder();
  const { streets, places } = await importExtract(request, folder, { progress });
  progress.say(`${streets} streets and ${places} places are in ${folder}; restart the server to use them`);
}

run().catch((error: unknown) => {
  process.stderr.write(`${formatFailure(error)}\n`);
  process.exit(1);
});
