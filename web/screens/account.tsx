import type { User } from '@supabase/supabase-js';
import { ArrowLeftRight, Settings, ShieldCheck, Wallet } from 'lucide-react';
import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
import { m } from '#messages';
import { AccountCard, AccountCardSkeleton } from '../account/profile/account-card.tsx';
import { Membership } from '../account/profile/membership.tsx';
import { useOwnProfile } from '../account/profile/use-own-profile.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { useIsAdmin } from '../account/session/use-is-admin.ts';
import { useVerifiedUser } from '../account/session/use-verified-user.ts';
import { VehicleList } from '../account/vehicles/vehicle-list.tsx';
import { showsSamples } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { SampleRating } from '../samples/sample-rating.tsx';
import { Card } from '../ui/card.tsx';
import { LinkItem, LinkList } from '../ui/link-list.tsx';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { QueryProblem } from '../ui/query-state.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { useProblemToast } from '../ui/use-problem-toast.ts';

export function AccountScreen() {
  const user = useUser();
  const hasSamples = showsSamples();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4 pb-6">
      <ScreenHeader title={m.account_title()} />
      {user ? <Identity key={user.id} user={user} Trips={hasSamples ? SampleRating : Membership} /> : null}
      <LinkList>
        <LinkItem to={paths.wallet} icon={Wallet} label={m.wallet_title()} detail={m.account_wallet_detail()} />
        <LinkItem to={paths.settings} icon={Settings} label={m.settings_title()} detail={m.account_settings_detail()} />
      </LinkList>
      {user && !hasSamples ? <VehicleList key={`vehicles of ${user.id}`} userId={user.id} /> : null}
      <LinkList>
        <LinkItem to={paths.owner} icon={ArrowLeftRight} label={m.account_switch_to_owner()} />
        {user ? <AdminItem userId={user.id} /> : null}
      </LinkList>
    </div>
  );
}

/** Nobody but administrators sees it; a role that did not load is one that nobody has. */
function AdminItem({ userId }: { userId: string }) {
  const { data: isAdmin = false } = useIsAdmin(userId);
  if (!isAdmin) return null;
  return <LinkItem to={paths.admin} icon={ShieldCheck} label={m.admin_header_title()} detail={m.admin_header_text()} />;
}

type IdentityProps = { user: User; Trips: ComponentType<{ userId: string }> };

function Identity({ user, Trips }: IdentityProps) {
  const verified = useVerifiedUser();
  const profile = useOwnProfile(user, { enabled: Boolean(verified.data) });
  useProblemToast(verified.error ?? profile.error);

  if (verified.data === null) return <Navigate to={paths.logIn} replace />;
  if (profile.data) {
    return (
      <AccountCard
        profile={profile.data}
        trips={<Trips userId={user.id} />}
        action={
          <NavigateButton to={paths.profile} variant="secondary" className="px-6">
            {m.action_edit()}
          </NavigateButton>
        }
      />
    );
  }
  const query = verified.data ? profile : verified;
  if (!query.isError && !query.isPaused) return <AccountCardSkeleton />;
  return (
    <Card>
      <QueryProblem query={query} />
    </Card>
  );
}
