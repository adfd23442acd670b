import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../database/open-database.ts';

/** Opens and migrates the configured database, as a start does. */
export async function openPreparedDatabase(config: Config, log: Logger): Promise<Database> {
  const opened = await openDatabase(config, log);
  try {
    return await opened.prepare();
  } catch (error) {
    await opened.close();
    throw error;
  }
}
