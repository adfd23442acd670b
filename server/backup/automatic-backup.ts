import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { OperatorError } from '../operator-error.ts';
import { readStoredKeys } from './stored-keys.ts';
import { type BackupSummary, takeBackup } from './take-backup.ts';

const KEPT = 7;
/** When it was made, and of one that was made before a migration the first version that had not run. */
const NAME = /^\d{4}-\d{2}-\d{2}T[\d-]+Z(?<reason>-before-\d{14})?\.parqueo$/;
/** A backup in the making, which tells whose it is. */
const UNFINISHED = /\.parqueo\.unfinished-(\d+)$/;

/** Where the server keeps backups of its embedded database. */
export const getBackupFolder = (dataDir: string): string => join(dataDir, 'backups');

type AutomaticBackup = {
  sql: Sql;
  dataDir: string;
  /** The first migration that is about to run, where that is why. */
  beforeVersion?: string;
  signal?: AbortSignal;
};

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Makes the folder, for its owner only, and removes what processes that ended have left in it. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) {
    const pid = Number(UNFINISHED.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    await rm(join(folder, name), { force: true });
  }
}

/** Removes all but the newest; of those made before the same migration one, so that failing starts use up one place. */
async function removeOld(folder: string): Promise<void> {
  const newestFirst = (await readdir(folder))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  const seen = new Set<string>();
  let kept = 0;
  for (const name of newestFirst) {
    const reason = NAME.exec(name)?.groups?.reason;
    const isRepeated = reason !== undefined && seen.has(reason);
    if (reason !== undefined) seen.add(reason);
    if (isRepeated || kept >= KEPT) await rm(join(folder, name), { force: true });
    else kept += 1;
  }
}

/**
 * Backs the embedded database up into its data folder and keeps the newest seven.
 * @throws OperatorError with one line when it cannot be written; those that are there stay
 */
export async function takeAutomaticBackup({
  sql,
  dataDir,
  beforeVersion,
  signal,
}: AutomaticBackup): Promise<BackupSummary> {
  const folder = getBackupFolder(dataDir);
  try {
    await prepareFolder(folder);
  } catch (cause) {
    throw new OperatorError(`${folder} cannot be written (${cause instanceof Error ? cause.message : cause})`, {
      cause,
    });
  }
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const reason = beforeVersion === undefined ? '' : `-before-${beforeVersion}`;
  const summary = await takeBackup(
    sql,
    join(folder, `${time}${reason}.parqueo`),
    await readStoredKeys(dataDir),
    signal,
  );
  await removeOld(folder);
  return summary;
}
