/** Shows the browser's own confirmation dialog, which blocks until the user decides. */
export function confirmInBrowser(question: string): boolean {
  return window.confirm(question);
}
