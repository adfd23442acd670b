import type { User } from '@supabase/supabase-js';
import { paths } from '../paths.ts';
import { Avatar } from '../people/avatar.tsx';
import { ProfileForm } from '../people/profile-form.tsx';
import { useOwnProfile } from '../people/use-own-profile.ts';
import { useUser } from '../session/session-provider.tsx';
import { QueryProblem } from '../ui/query-problem.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useProblemToast } from '../ui/use-problem-toast.ts';

/** Where a person changes what they tell about themselves. */
export function ProfileScreen() {
  const user = useUser();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4 pb-6">
      <ScreenHeader title="Profile" back={{ to: paths.account, label: 'Back to account' }} />
      {user ? <Editor key={user.id} user={user} /> : null}
    </div>
  );
}

function Editor({ user }: { user: User }) {
  const profile = useOwnProfile(user);
  useProblemToast(profile.error);
  if (profile.data) {
    return (
      <>
        <div className="flex justify-center">
          <Avatar name={profile.data.fullName} />
        </div>
        <ProfileForm profile={profile.data} />
      </>
    );
  }
  if (profile.error || profile.isPaused) {
    return <QueryProblem error={profile.error} isOffline={profile.isPaused} onRetry={() => void profile.refetch()} />;
  }
  return (
    <div role="status" aria-label="Loading your profile" className="flex flex-col gap-5">
      <Skeleton className="mx-auto size-16 rounded-full" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-32" />
    </div>
  );
}
