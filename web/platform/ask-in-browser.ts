/** Asks a question in the browser's own dialog, which waits for the answer. */
export function askInBrowser(question: string): boolean {
  return window.confirm(question);
}
