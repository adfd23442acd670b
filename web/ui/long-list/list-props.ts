/** How a list is named and laid out. */
export type ListProps = {
  /** Names the list for screen readers. */
  label?: string;
  /** About the height of a row in px, for rows that were not measured yet. */
  rowHeight: number;
  /** Between rows, in px. */
  gap?: number;
  className?: string;
  rowClassName?: string;
};
