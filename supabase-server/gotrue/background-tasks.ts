import type { Logger } from 'pino';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** Work that a response does not wait for; the server waits for it before it stops. */
export function createBackgroundTasks() {
  const running = new Set<Promise<void>>();
  return {
    /** Starts a task; a failure is logged. */
    start(task: () => Promise<void>, log: Logger | undefined) {
      const done = task()
        .catch((error: unknown) => log?.error({ err: error }, 'a mail could not be stored'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async whenIdle() {
      await Promise.all(running);
    },
  };
}
