/** What a table is sorted by: a column's id. */
export type TableSort = { id: string; desc: boolean };
