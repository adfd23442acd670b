/** How long the product waits for the server, from its first request on, before it starts without it. */
const START_TIMEOUT_MS = 5000;

let startedAt: number | null = null;

/** What is left of the time to start, in milliseconds; it begins with the first call. */
export function getRemainingStartTime(): number {
  startedAt ??= Date.now();
  return Math.max(0, START_TIMEOUT_MS - (Date.now() - startedAt));
}
