/** How a list is laid out and scrolled. */
export type ListStyle = {
  /** About the height of a row in px, for rows that were not measured yet. */
  rowHeight: number;
  /** Between rows, in px. */
  gap?: number;
  className?: string;
  rowClassName?: string;
  /** The element that scrolls the list, null until it is there; without it the page does. */
  scroller?: HTMLElement | null;
};
