/** The most bytes of JSON in a list, and so in a response. */
export const MAX_LIST_BYTES = 16 * 1024 * 1024;

/**
 * Each row of `rows` as a JSON item with the bytes of all items up to it.
 * @param item a row, called `r`, as JSON
 */
export function renderJsonItems(item: string, rows: string): string {
  // Without `offset 0` the planner would build each item twice, once for its size.
  const items = `select ${item} as item from (${rows}) r offset 0`;
  return `(select i.item, sum(pg_column_size(i.item)) over (rows unbounded preceding) as bytes from (${items}) i) l`;
}

/** The items of `renderJsonItems` as one JSON list. The database stops at the item that makes it too large. */
export const JSON_LIST = `coalesce(json_agg(case when l.bytes > ${MAX_LIST_BYTES} then data_api.fail_response_too_large() else l.item end), '[]'::json)`;
