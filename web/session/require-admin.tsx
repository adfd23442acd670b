import { Navigate, Outlet } from 'react-router';
import { m } from '#messages';
import { PROBLEMS } from '../../domain/problems.ts';
import { paths } from '../paths.ts';
import { LoadingNote } from '../ui/loading-note.tsx';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useUser } from './session-provider.tsx';
import { useIsAdmin } from './use-is-admin.ts';

/** Lets administrators through and leads everybody else to the map. It must be inside RequireSession. */
export function RequireAdmin() {
  const user = useUser();
  return user === null ? null : <AdminCheck userId={user.id} />;
}

function AdminCheck({ userId }: { userId: string }) {
  const check = useIsAdmin(userId);
  if (check.data !== undefined) return check.data ? <Outlet /> : <Navigate to={paths.map} replace />;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <QueryState
        query={check}
        loading={<LoadingNote>{m.require_admin_checking()}</LoadingNote>}
        failedText={PROBLEMS['admin-not-checked']()}
        otherAction={
          <NavigateButton variant="secondary" to={paths.map}>
            {m.admin_header_to_map()}
          </NavigateButton>
        }
      >
        {() => null}
      </QueryState>
    </main>
  );
}
