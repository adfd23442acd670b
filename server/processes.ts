import { readErrorCode } from '../supabase-server/error-code.ts';

/** Whether a process with this id exists, ours or another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
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
