import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { OperatorError } from '../config/operator-error.ts';
import { readStoredKeys } from '../keys/keys.ts';
import { type JobContext, scheduleJob } from '../start/jobs.ts';
import { removeLeftovers } from '../start/processes.ts';
import { type BackupSummary, takeBackup } from './take-backup.ts';

const MAX_BACKUPS = 7;
/** The time of the backup; before a migration also the first version that is about to run. */
const FILE_NAME = /^\d{4}-\d{2}-\d{2}T[\d-]+Z(?<reason>-before-\d{14})?\.parqueo$/;
/** Name of an unfinished backup, with the id of the process that writes it. */
const UNFINISHED = /\.parqueo\.unfinished-(\d+)$/;

/** The folder of the embedded database's backups. */
export const getBackupFolder = (dataDir: string): string => join(dataDir, 'backups');

type AutomaticBackup = {
  sql: Sql;
  dataDir: string;
  /** The first migration that is about to run, if that is the reason. */
  beforeVersion?: string;
  signal?: AbortSignal;
};

/** Creates the folder, for its owner only, and removes unfinished backups of processes that have ended. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeLeftovers(folder, UNFINISHED);
}

/** Keeps the newest backups. Of several before the same migration the last one stays, so that failed starts count once. */
async function removeOldBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name));
  const reasons = new Set<string>();
  let count = 0;
  for (const name of names.toSorted().toReversed()) {
    const reason = FILE_NAME.exec(name)?.groups?.reason;
    const isRepeated = reason !== undefined && reasons.has(reason);
    if (reason !== undefined) reasons.add(reason);
    if (isRepeated || count >= MAX_BACKUPS) await rm(join(folder, name), { force: true });
    else count += 1;
  }
}

/**
 * Backs the embedded database up into its data folder and keeps the newest seven backups.
 * @throws OperatorError when it cannot be written; the existing ones stay
 */
export async function takeAutomaticBackup(options: AutomaticBackup): Promise<BackupSummary> {
  const { sql, dataDir, beforeVersion, signal } = options;
  const folder = getBackupFolder(dataDir);
  try {
    await prepareFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new OperatorError(`${folder} cannot be written (${reason})`, { cause });
  }
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const reason = beforeVersion === undefined ? '' : `-before-${beforeVersion}`;
  const file = join(folder, `${time}${reason}.parqueo`);
  const summary = await takeBackup(sql, file, await readStoredKeys(dataDir), signal);
  await removeOldBackups(folder);
  return summary;
}

/** Backs the embedded database up every night, in the machine's time zone, when few people book. */
export const startNightlyBackup = ({ dataDir, ...context }: JobContext & { dataDir: string }) =>
  scheduleJob({
    ...context,
    job: 'backup',
    pattern: '0 30 3 * * *',
    async work(signal) {
      context.log.info(await takeAutomaticBackup({ sql: context.sql, dataDir, signal }), 'backed up');
    },
  });
