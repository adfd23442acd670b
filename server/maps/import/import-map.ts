import { join } from 'node:path';
import { ConfigError, readConfig } from '../../config.ts';
import { prepareDataFolder } from '../../database/embedded/data-folder.ts';
import { unprivilegedUser } from '../../database/embedded/run-as.ts';
import { StartError } from '../../database/start-error.ts';
import { formatError } from '../../log/logged-error.ts';
import { IMPORTED_MAP } from '../load-map.ts';
import { ImportError } from './import-error.ts';
import { importExtract } from './import-extract.ts';
import { showProgress } from './progress.ts';
import { readArguments, USAGE } from './read-arguments.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Where the server of the same settings looks for its map. */
async function mapFolder(): Promise<string> {
  const config = readConfig(process.env, ROOT);
  // Only an embedded database moves the default folder.
  const runAs = config.databaseUrl === undefined ? unprivilegedUser() : null;
  const { root } = await prepareDataFolder(config, runAs);
  return join(root, IMPORTED_MAP);
}

async function run(): Promise<void> {
  // npm changes to the project's folder; a relative file is meant from where npm was called.
  const isByNpm = process.env.npm_lifecycle_event === 'maps:import';
  const request = readArguments(process.argv.slice(2), (isByNpm && process.env.INIT_CWD) || process.cwd());
  const progress = showProgress(process.stdout);
  if (request === undefined) return progress.say(USAGE);
  const folder = await mapFolder();
  const { streets, places } = await importExtract(request, folder, { progress });
  progress.say(`${streets} streets and ${places} places are in ${folder}; restart the server to use them`);
}

run().catch((error: unknown) => {
  // What the operator can mend is one line; anything else is a fault of ours and keeps its stack.
  const isExpected = error instanceof ImportError || error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : formatError(error)}\n`);
  process.exit(1);
});
