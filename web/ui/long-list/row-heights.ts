/** Heights in px by the key of the row, so that a list that is opened again is scrolled to where it was left. */
export const rowHeights = new Map<string, number>();

/** A ref that keeps the heights of rows with a `data-key` when their list goes away. */
export function rememberRowHeights(list: HTMLElement | null): () => void {
  return () => {
    for (const row of list?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? []) {
      rowHeights.set(row.dataset.key ?? '', row.offsetHeight);
    }
  };
}
