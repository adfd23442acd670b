import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditSubject, listAuditEntries } from './data.ts';

const FIRST: number | null = null;

/** What administrators did, newest first, as far back as somebody asks; null is everything. */
export function useAuditEntries(subject: AuditSubject | null) {
  return useInfiniteQuery({
    queryKey: ['audit-entries', subject],
    queryFn: ({ pageParam, signal }) => listAuditEntries({ subject, after: pageParam }, signal),
    initialPageParam: FIRST,
    getNextPageParam: (page) => page.last,
    // Whoever opens a record wants to see what was done a moment ago.
    staleTime: 0,
  });
}
