import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { DUTIES } from '../../../domain/staff/duties.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { paths } from '../../paths.ts';
import { IsReadOnly } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { readRows } from '../../ui/table/parse-rows.ts';
import { accountKeys } from '../keys.ts';
import { AdminCheck, FactorNote } from './require-admin.tsx';
import { useUser } from './session-provider.tsx';
import { ROLE_RECHECK_MS, useIsAdmin } from './use-verified-user.ts';

const dutyRow = tableRow({
  duty: z.enum(DUTIES),
  zone_id: z.string().nullable(),
  zone_name: z.string().nullable(),
  needs_factor: z.boolean(),
});

export type HeldDuty = z.infer<typeof dutyRow.schema>;

async function listDuties(signal: AbortSignal): Promise<HeldDuty[]> {
  return readRows(await dataClient().rpc('my_duties').abortSignal(signal), dutyRow.schema, 'duties-not-loaded').rows;
}

export const acceptInvitation = (token: string): Promise<void> =>
  save(dataClient().rpc('accept_invitation', { token }), 'invitation-not-accepted');

/** The duties of the signed-in person. */
export function useDuties() {
  const user = useUser();
  return useQuery({
    queryKey: accountKeys.duties(user?.id),
    queryFn: ({ signal }) => listDuties(signal),
    staleTime: ROLE_RECHECK_MS,
    refetchInterval: ROLE_RECHECK_MS,
    enabled: user !== null && getInstallation().keepsBooks,
  });
}

const readsBooks = ({ duty, zoneId, needsFactor }: HeldDuty) =>
  !needsFactor && (duty === 'accountant' || (duty === 'manager' && zoneId === null));

/** For the screens of the books, which administrators change and accountants read. It must be inside RequireSession. */
export function RequireBooks() {
  const userId = useUser()?.id ?? '';
  const admin = useIsAdmin(userId);
  const duties = useDuties();
  const admit = (held: HeldDuty[]) => (
    <IsReadOnly value>{held.some(readsBooks) ? <Outlet /> : <Navigate to={paths.staff} replace />}</IsReadOnly>
  );
  return wait(admin, (isAdmin) => (isAdmin ? <AdminCheck userId={userId} /> : wait(duties, admit)));
}

/** For the screens of staff; whoever has no duty there is led to where they belong. It must be inside RequireSession. */
export function RequireDuty() {
  return wait(useDuties(), (held) => {
    if (held.length === 0) return <Navigate to={paths.map} replace />;
    if (held.every(({ needsFactor }) => needsFactor)) return <FactorNote />;
    if (held.every(({ duty }) => duty === 'accountant')) return <Navigate to={paths.accountingMonth} replace />;
    return <Outlet />;
  });
}

const wait = <Data,>(query: UseQueryResult<Data>, show: (data: Data) => ReactNode) => (
  <QueryState query={query} loading={<LoadingNote>{m.require_admin_checking()}</LoadingNote>}>
    {show}
  </QueryState>
);
