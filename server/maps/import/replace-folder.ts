import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a folder's new content beside it and puts it in its place when it is whole. Whatever fails before leaves the old
 * content as it was; a server that has read it is not disturbed.
 * @param folder absolute; the folder above it has to be there
 * @param fill writes into the folder it is given
 * @returns what `fill` returned
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
  const hadOne = await moveIfThere(folder, old);
  try {
    await rename(draft, folder);
  } catch (error) {
    if (hadOne) await rename(old, folder);
    throw error;
  }
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Removes what killed imports left, but nothing of one that still runs. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const [, pid] = name.startsWith(basename(folder)) ? (/\.(?:new|old)-(\d+)$/.exec(name) ?? []) : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but it is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
