/** Leaves a line in the browser's console for whoever looks into it; the person using the product sees nothing. */
export function logWarning(message: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place of the web app that writes to the console
  console.warn(message, cause);
}
