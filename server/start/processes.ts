import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../../supabase-server/error-code.ts';

/** Whether a process with this id exists, ours or another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

/** Removes what processes left in a folder that were killed. @param pattern of the names, with the id of the process */
export async function removeLeftovers(folder: string, pattern: RegExp): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Stops a child process when a signal ends this one, until the server handles signals itself.
 * @returns removes the signal handlers
 */
export function stopOnSignal(stop: () => Promise<void>): () => void {
  const removers = Object.entries(EXIT_CODES).map(([signal, code]) => {
    const end = () => {
      stop().finally(() => process.exit(code));
    };
    process.once(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const remove of removers) remove();
  };
}
