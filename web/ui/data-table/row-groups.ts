/** The heading of a group of rows, such as the name of a zone and how many spaces it has. */
export type RowGroup = { name: string; count: string };

export type GetRowGroup<Row> = (row: Row) => RowGroup;

/** The rows in the groups they come in; one group without a heading when there is nothing to group by. */
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
