/** A bar of a chart, and a row of its table. */
export type ChartRow = {
  id: string;
  label: string;
  /** At the axis, where there is little room. */
  shortLabel: string;
  value: number;
  /** The value as people read it. */
  text: string;
  /** Where the row links to. */
  to: string;
  /** What is not so yet, such as an hour to come. */
  isAhead?: boolean;
};
