/** Writes to the browser's console; users see nothing. */
export function logWarning(message: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place of the web app that writes to the console
  console.warn(message, cause);
}
