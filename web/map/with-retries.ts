const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;

/**
 * Loads a part of the product from the network, with 3 more tries after pauses of 1, 2 and 4 s.
 * @param onFailure told of each try that failed
 * @throws what the last try failed with
 */
export async function withRetries<T>(load: () => Promise<T>, onFailure?: (cause: unknown) => void): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await load();
    } catch (cause) {
      onFailure?.(cause);
      if (failures === RETRIES) throw cause;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** failures));
    }
  }
}
