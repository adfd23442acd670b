import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { prepareDataFolder } from '../../database/embedded/data-folder.ts';
import { findUnprivilegedUser } from '../../database/embedded/run-as.ts';
import { runCommand } from '../../start/run-command.ts';
import { IMPORTED_MAP } from '../map-data.ts';
import { createProgress, readImportArguments, USAGE } from './command.ts';
import { importExtract } from './import-extract.ts';

/** The folder from which a server with the same configuration loads its map. */
async function prepareMapFolder(config: Config): Promise<string> {
  // The default folder moves only with an embedded database.
  const runAs = config.databaseUrl === undefined ? findUnprivilegedUser() : null;
  const { root } = await prepareDataFolder(config, runAs);
  return join(root, IMPORTED_MAP);
}

runCommand('maps:import', async (line) => {
  const request = readImportArguments(line);
  if (request === undefined) return [USAGE];
  const folder = await prepareMapFolder(line.readConfig());
  const { streets, places } = await importExtract(request, folder, { progress: createProgress(process.stdout) });
  return [`${streets} streets and ${places} places are in ${folder}; restart the server to use them`];
});
