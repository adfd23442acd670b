import { LoaderCircle, RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router';
import { PROBLEMS } from '../../domain/problems.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { useUser } from './session-provider.tsx';
import { useIsAdmin } from './use-is-admin.ts';

/** Lets administrators through and leads everybody else to the map. Stands inside RequireSession; the database decides again. */
export function RequireAdmin() {
  const user = useUser();
  return user === null ? null : <IfAdmin userId={user.id} />;
}

function IfAdmin({ userId }: { userId: string }) {
  const check = useIsAdmin(userId);
  if (check.data !== undefined) return check.data ? <Outlet /> : <Navigate to={paths.map} replace />;
  if (check.isError) {
    return (
      <Whole>
        <StatePanel
          urgent
          icon={RotateCw}
          title={PROBLEMS['admin-not-checked']}
          action={
            <div className="mt-2 flex flex-wrap justify-center gap-2">
              <Button onClick={() => void check.refetch()}>Try again</Button>
              <NavigateButton variant="secondary" to={paths.map}>
                Back to Map
              </NavigateButton>
            </div>
          }
        />
      </Whole>
    );
  }
  if (check.isPaused) {
    return (
      <Whole>
        <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} />
      </Whole>
    );
  }
  return (
    <Whole>
      <p role="status" className="text-muted flex items-center gap-2">
        <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
        Checking your access...
      </p>
    </Whole>
  );
}

function Whole({ children }: { children: ReactNode }) {
  return <main className="flex min-h-dvh items-center justify-center">{children}</main>;
}
