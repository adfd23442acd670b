import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listUsers, loadUserSummary } from './data.ts';
import { loadUserDetails } from './details/details-data.ts';
import type { UsersQuery } from './user-filter.ts';

/** A page of everybody who has an account; the page before it stays until it has arrived. */
export function useAdminUsers(query: UsersQuery) {
  const list = useQuery({
    queryKey: ['admin-users', query],
    queryFn: ({ signal }) => listUsers(query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  return list;
}

/** The figures above the list. */
export function useUserSummary() {
  const summary = useQuery({ queryKey: ['admin-user-summary'], queryFn: ({ signal }) => loadUserSummary(signal) });
  useProblemToast(summary.error);
  return summary;
}

/** All about one person. */
export function useUserDetails(userId: string) {
  const details = useQuery({
    queryKey: ['admin-user', userId],
    queryFn: ({ signal }) => loadUserDetails(userId, signal),
    // What is edited has to be what is kept now.
    staleTime: 0,
  });
  useProblemToast(details.error);
  return details;
}
