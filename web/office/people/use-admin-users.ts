import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listUsers, loadUserSummary, type UsersQuery } from './data.ts';
import { loadUserDetails } from './details/details-data.ts';

/** A page of all accounts; the previous page stays until it has arrived. */
export function useAdminUsers(query: UsersQuery) {
  const list = useQuery({
    queryKey: ['admin-users', query],
    queryFn: ({ signal }) => listUsers(query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  return list;
}

export function useUserSummary() {
  const summary = useQuery({ queryKey: ['admin-user-summary'], queryFn: ({ signal }) => loadUserSummary(signal) });
  useProblemToast(summary.error);
  return summary;
}

export function useUserDetails(userId: string) {
  const details = useQuery({
    queryKey: ['admin-user', userId],
    queryFn: ({ signal }) => loadUserDetails(userId, signal),
    // Editing has to start from the stored values.
    staleTime: 0,
  });
  useProblemToast(details.error);
  return details;
}
