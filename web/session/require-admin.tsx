import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router';
import { PROBLEMS } from '../../domain/problems.ts';
import { paths } from '../paths.ts';
import { LoadingNote } from '../ui/loading-note.tsx';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { isAdmin } from './auth/data.ts';
import { useUser } from './session-provider.tsx';

/** How soon the back office closes for an administrator who lost the role; the database rejects their requests at once. */
const RECHECK_MS = 60_000;

/** Lets administrators through and leads everybody else to the map. It must be inside RequireSession. */
export function RequireAdmin() {
  const user = useUser();
  return user === null ? null : <AdminCheck userId={user.id} />;
}

function AdminCheck({ userId }: { userId: string }) {
  const check = useQuery({
    queryKey: ['is-admin', userId],
    queryFn: () => isAdmin(userId),
    staleTime: RECHECK_MS,
    refetchInterval: RECHECK_MS,
  });
  if (check.data !== undefined) return check.data ? <Outlet /> : <Navigate to={paths.map} replace />;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <QueryState
        query={check}
        loading={<LoadingNote>Checking your access...</LoadingNote>}
        failedText={PROBLEMS['admin-not-checked']}
        otherAction={
          <NavigateButton variant="secondary" to={paths.map}>
            Back to Map
          </NavigateButton>
        }
      >
        {() => null}
      </QueryState>
    </main>
  );
}
