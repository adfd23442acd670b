import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ChevronRight, IdCard, type LucideIcon, Settings, ShieldCheck, Wallet } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatDayWithYear, formatNumber } from '../../domain/language/format.ts';
import { NO_EMAIL, UNNAMED } from '../../domain/people/person.ts';
import { formatPhone } from '../../domain/people/phone.ts';
import { accountKeys } from '../account/keys.ts';
import { Avatar } from '../account/profile/avatar.tsx';
import type { Profile } from '../account/profile/profile.ts';
import { loadMembership, useOwnProfile } from '../account/profile/profile.ts';
import { useDuties } from '../account/session/duties.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { useIsAdmin, useVerifiedUser } from '../account/session/use-verified-user.ts';
import { VehicleList } from '../account/vehicles/vehicle-list.tsx';
import { paths } from '../paths.ts';
import { QueryProblem } from '../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonList } from '../ui/feedback/skeleton.tsx';
import { useProblemToast } from '../ui/feedback/use-problem-toast.ts';
import { NavigateButton } from '../ui/form/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

/** What is known of the trips of a person. */
type Trips = ComponentType<{ userId: string }>;

export function AccountScreen({ Trips = Membership }: { Trips?: Trips }) {
  const user = useUser();
  const { data: duties = [] } = useDuties();
  const { keepsVehicles, offersUnused } = getInstallation();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4 pb-6">
      <ScreenHeader title={m.account_title()} />
      {user ? <Identity key={user.id} user={user} Trips={Trips} /> : null}
      <LinkList>
        <LinkItem to={paths.wallet} icon={Wallet} label={m.wallet_title()} detail={m.account_wallet_detail()} />
        <LinkItem to={paths.settings} icon={Settings} label={m.settings_title()} detail={m.account_settings_detail()} />
      </LinkList>
      {user && keepsVehicles ? <VehicleList key={`vehicles of ${user.id}`} userId={user.id} /> : null}
      <LinkList>
        {offersUnused ? <LinkItem to={paths.owner} icon={ArrowLeftRight} label={m.account_switch_to_owner()} /> : null}
        {user ? <AdminItem userId={user.id} /> : null}
        {duties.length === 0 ? null : (
          <LinkItem to={paths.staff} icon={IdCard} label={m.staff_title()} detail={m.staff_text()} />
        )}
      </LinkList>
    </div>
  );
}

/** Only for administrators; hidden until the role is known. */
function AdminItem({ userId }: { userId: string }) {
  const { data: isAdmin = false } = useIsAdmin(userId);
  if (!isAdmin) return null;
  return <LinkItem to={paths.admin} icon={ShieldCheck} label={m.admin_header_title()} detail={m.admin_header_text()} />;
}

function Identity({ user, Trips }: { user: User; Trips: Trips }) {
  const verified = useVerifiedUser();
  const profile = useOwnProfile(user, { enabled: Boolean(verified.data) });
  useProblemToast(verified.error ?? profile.error);

  if (verified.data === null) return <Navigate to={paths.logIn} replace />;
  if (profile.data) {
    return (
      <AccountCard profile={profile.data}>
        <Trips userId={user.id} />
      </AccountCard>
    );
  }
  const query = verified.data ? profile : verified;
  return (
    <Card>
      {query.isError || query.isPaused ? (
        <QueryProblem query={query} />
      ) : (
        <SkeletonList label={m.account_loading()} shapes={['h-16', 'h-12']} className="gap-4" />
      )}
    </Card>
  );
}

/** How many reservations the signed-in person has completed, and since when they have their account. */
function Membership({ userId }: { userId: string }) {
  const membership = useQuery({ queryKey: accountKeys.membership(userId), queryFn: () => loadMembership(userId) });
  useProblemToast(membership.error);
  if (membership.data === undefined) return membership.isError ? <span /> : <Skeleton className="h-11 w-36" />;
  const { completedReservations: count, memberSince } = membership.data;
  return (
    <p className="flex flex-col">
      <span className="font-semibold tabular-nums">
        {m.account_completed_reservations({ count, number: formatNumber(count) })}
      </span>
      <span className="text-sm text-muted">{m.account_member_since({ day: formatDayWithYear(memberSince) })}</span>
    </p>
  );
}

function LinkList({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface empty:hidden">
      {children}
    </ul>
  );
}

function LinkItem({ to, icon: Icon, label, detail }: { to: string; icon: LucideIcon; label: string; detail?: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-16 items-center gap-[16px] px-[16px] py-3 -outline-offset-3 transition-colors hover:bg-brand-wash"
      >
        <span className="flex size-[40px] shrink-0 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
          <Icon aria-hidden="true" className="size-[20px]" />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="font-semibold">{label}</span>
          {detail ? <span className="text-sm text-muted">{detail}</span> : null}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** The profile of the signed-in person. @param children what is known of their trips */
function AccountCard({ profile: { fullName, email, phone }, children }: { profile: Profile; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={fullName} />
        <div className="flex min-w-[min(100%,9rem)] flex-1 flex-col">
          <h2 className="text-xl font-bold wrap-anywhere">{fullName ?? UNNAMED}</h2>
          <p className="text-muted wrap-anywhere">{email ?? NO_EMAIL}</p>
          {phone ? <p className="text-muted tabular-nums wrap-anywhere">{formatPhone(phone)}</p> : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        {children}
        <NavigateButton to={paths.profile} variant="secondary" className="px-6">
          {m.action_edit()}
        </NavigateButton>
      </div>
    </Card>
  );
}
