const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;

/**
 * Loads code from the network, with 3 retries after pauses of 1, 2 and 4 s. By hand, as p-retry does not retry the TypeError
 * of an `import()` that failed.
 * @param onFailure called for each failed attempt
 * @throws the error of the last attempt
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
