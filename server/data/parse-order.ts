import { Cursor } from './cursor.ts';

/** One column to sort by. */
export type OrderTerm = { column: string; isDescending: boolean; nulls: 'first' | 'last' | null };

/** Reads an `order` parameter, such as `start_time.desc.nullslast,id`. @throws DataError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order parameter');
  const terms = cursor.list(() => {
    const term: OrderTerm = { column: cursor.name(), isDescending: false, nulls: null };
    if (cursor.accept('.asc')) term.isDescending = false;
    else if (cursor.accept('.desc')) term.isDescending = true;
    if (cursor.accept('.nullsfirst')) term.nulls = 'first';
    else if (cursor.accept('.nullslast')) term.nulls = 'last';
    return term;
  });
  if (!cursor.isAtEnd) cursor.fail();
  return terms;
}
