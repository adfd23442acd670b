/** The heading of a group of rows: its name, and how many rows it has. */
export type RowGroup = { name: string; count: string };

export type GetRowGroup<Row> = (row: Row) => RowGroup;

/** Groups rows that follow each other; one group without a heading when there is no `getGroup`. */
export function groupRows<Row, TableRow extends { original: Row }>(
  rows: readonly TableRow[],
  getGroup: GetRowGroup<Row> | undefined,
): { group: RowGroup | null; rows: TableRow[] }[] {
  if (getGroup === undefined) return [{ group: null, rows: [...rows] }];
  const groups: { group: RowGroup; rows: TableRow[] }[] = [];
  for (const row of rows) {
    const group = getGroup(row.original);
    const last = groups.at(-1);
    if (last?.group.name === group.name) last.rows.push(row);
    else groups.push({ group, rows: [row] });
  }
  return groups;
}
