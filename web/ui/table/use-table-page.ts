import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../feedback/use-problem-toast.ts';
import type { TablePage } from './parse-rows.ts';

/** A page of a table. The page before stays until it is here, and a toast says when it could not be loaded. */
export function useTablePage<Row>(queryKey: QueryKey, read: (signal: AbortSignal) => Promise<TablePage<Row>>) {
  const list = useQuery({ queryKey, queryFn: ({ signal }) => read(signal), placeholderData: keepPreviousData });
  useProblemToast(list.error);
  return list;
}
