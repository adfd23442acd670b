import { Cursor } from './cursor.ts';

export type OrderTerm = { column: string; isDescending: boolean; nulls: 'first' | 'last' | null };

/** Parses an `order` parameter, such as `start_time.desc.nullslast,id`. @throws DataError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms = cursor.list((): OrderTerm => {
    const column = cursor.name();
    const isDescending = cursor.accept('.desc');
    if (!isDescending) cursor.accept('.asc');
    const nulls = cursor.accept('.nullsfirst') ? 'first' : cursor.accept('.nullslast') ? 'last' : null;
    return { column, isDescending, nulls };
  });
  cursor.expectEnd();
  return terms;
}
