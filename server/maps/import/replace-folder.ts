import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import { isProcessAlive } from '../../is-process-alive.ts';

/**
 * Replaces a folder with a new one when that is complete. After a failure the old one is unchanged.
 * @param folder absolute; its parent must exist
 * @param fill writes into the draft folder
 * @returns the result of `fill`
 */
export async function replaceFolder<T>(folder: string, fill: (draft: string) => Promise<T>): Promise<T> {
  await removeLeftovers(folder);
  const draft = `${folder}.new-${process.pid}`;
  const old = `${folder}.old-${process.pid}`;
  await mkdir(draft);
  try {
    const result = await fill(draft);
    await swap(draft, folder, old);
    await rm(old, { recursive: true, force: true });
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function swap(draft: string, folder: string, old: string): Promise<void> {
  const hadFolder = await moveIfExists(folder, old);
  try {
    await rename(draft, folder);
  } catch (error) {
    if (hadFolder) await rename(old, folder);
    throw error;
  }
}

async function moveIfExists(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes what imports left that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const [, pid] = name.startsWith(basename(folder)) ? (/\.(?:new|old)-(\d+)$/.exec(name) ?? []) : [];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}
