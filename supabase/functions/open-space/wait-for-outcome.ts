import type { Clock } from './move-barrier.ts';

const POLL_MS = 500;

/** Null while the command is under way. */
type ReadOutcome = (command: string) => Promise<string | null>;

/** Waits until a command has an outcome, or until the deadline; then null. */
export type WaitForOutcome = (command: string, deadline: number) => Promise<string | null>;

/** However many requests wait for the same command, its outcome is read once in half a second. */
export function createOutcomeWaiter(readOutcome: ReadOutcome, clock: Clock): WaitForOutcome {
  const pending = new Map<string, Promise<string | null>>();

  async function readLater(command: string): Promise<string | null> {
    await clock.wait(POLL_MS);
    return readOutcome(command);
  }
  function readTogether(command: string): Promise<string | null> {
    const running = pending.get(command);
    if (running !== undefined) return running;
    const read = readLater(command).finally(() => pending.delete(command));
    pending.set(command, read);
    return read;
  }

  return async (command, deadline) => {
    let outcome = await readOutcome(command);
    while (outcome === null && clock.now() < deadline) outcome = await readTogether(command);
    return outcome;
  };
}
