/** Longer than a task takes: a tab that the system suspended keeps its lock. */
const LOCK_TIMEOUT_MS = 45_000;

/**
 * Runs a task while no other tab runs the one of this name. Browsers without locks run it at once, and nobody waits for ever:
 * the task has to bear running twice.
 */
export async function runOncePerBrowser(name: string, task: () => Promise<void>): Promise<void> {
  // Absent outside of secure contexts.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return task();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return task();
  };
  try {
    await locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await task();
  }
}
