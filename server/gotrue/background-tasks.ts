import type { Logger } from 'pino';

/** Work that a response does not wait for; the server waits for it before it stops. */
export type BackgroundTasks = {
  /** Starts a task; a failure is logged. */
  start: (task: () => Promise<void>, log: Logger | undefined) => void;
  whenIdle: () => Promise<void>;
};

export function createBackgroundTasks(): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    start(task, log) {
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
