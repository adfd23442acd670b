import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import type { AdminUser } from '../admin-user.ts';
import { listActiveStays } from './data.ts';
import { formatSuspensionWarning } from './format-stay.ts';

/** Warns of the stays of a person who is about to be suspended. */
export function SuspensionWarning({ user }: { user: Pick<AdminUser, 'userId' | 'fullName' | 'email'> }) {
  const stays = useQuery({
    queryKey: ['admin-user-active-stays', user.userId],
    queryFn: ({ signal }) => listActiveStays(user.userId, signal),
    networkMode: 'always',
    staleTime: 0,
  });
  if (stays.isPending) {
    return (
      <p role="status" className="text-muted text-sm">
        {m.reservations_checking()}
      </p>
    );
  }
  const warning = stays.isError
    ? toErrorMessage(stays.error)
    : formatSuspensionWarning(user.fullName ?? user.email, stays.data, new Date());
  return warning === null ? null : <ErrorNote>{warning}</ErrorNote>;
}
