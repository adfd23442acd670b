import { ShieldCheck } from 'lucide-react';
import { Navigate, Outlet } from 'react-router';
import { m } from '#messages';
import { useSignInRules } from '../../data/sign-in-rules.ts';
import { paths } from '../../paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { NavigateButton } from '../../ui/form/button.tsx';
import { useUser } from './session-provider.tsx';
import { useIsAdmin, useVerifiedUser } from './use-verified-user.ts';

/** It must be inside RequireSession, and asks for a second factor where the operator does. */
export function RequireAdmin() {
  const user = useUser();
  return user === null ? null : <AdminCheck userId={user.id} />;
}

export function AdminCheck({ userId }: { userId: string }) {
  const check = useIsAdmin(userId);
  const rules = useSignInRules();
  if (check.data === false) return <Navigate to={paths.map} replace />;
  if (check.data) return rules.data?.adminsNeedSecondFactor ? <FactorCheck /> : <Outlet />;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      <QueryState
        query={check}
        loading={<LoadingNote>{m.require_admin_checking()}</LoadingNote>}
        failedText={m.problem_admin_not_checked()}
      >
        {() => null}
      </QueryState>
      {check.isError || check.isPaused ? (
        <NavigateButton variant="secondary" to={paths.map}>
          {m.admin_header_to_map()}
        </NavigateButton>
      ) : null}
    </main>
  );
}

/** The database gives an administrator without the factor no rights, so the back office would be empty. */
function FactorCheck() {
  const user = useVerifiedUser();
  if (user.data?.factors?.some(({ status }) => status === 'verified')) return <Outlet />;
  if (user.data !== undefined) return <FactorNote />;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3">
      <QueryState query={user} loading={<LoadingNote>{m.require_admin_checking()}</LoadingNote>}>
        {() => null}
      </QueryState>
    </main>
  );
}

/** Says that a second factor is needed here, and leads to where it is enrolled. */
export const FactorNote = () => (
  <main className="flex min-h-dvh flex-col items-center justify-center gap-3">
    <StatePanel icon={ShieldCheck} title={m.require_admin_factor_title()} text={m.require_admin_factor_text()} />
    <NavigateButton to={paths.settings}>{m.require_admin_factor_settings()}</NavigateButton>
  </main>
);
