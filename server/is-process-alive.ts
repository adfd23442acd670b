import { readErrorCode } from '../supabase-server/error-code.ts';

/** Whether a process with this id exists, ours or another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}
