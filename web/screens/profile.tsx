import type { User } from '@supabase/supabase-js';
import { m } from '#messages';
import { Avatar } from '../account/profile/avatar.tsx';
import { useOwnProfile } from '../account/profile/profile.ts';
import { ProfileForm } from '../account/profile/profile-form.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { useProblemToast } from '../ui/feedback/use-problem-toast.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

const SHAPES = ['mx-auto size-16 rounded-full', 'h-18', 'h-18', 'h-18', 'h-32'];

export function ProfileScreen() {
  const user = useUser();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4 pb-6">
      <ScreenHeader title={m.profile_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      {user ? <Editor key={user.id} user={user} /> : null}
    </div>
  );
}

function Editor({ user }: { user: User }) {
  const profile = useOwnProfile(user);
  useProblemToast(profile.error);
  return (
    <QueryState
      query={profile}
      loading={<SkeletonList label={m.profile_loading()} shapes={SHAPES} className="gap-5" />}
    >
      {(loaded) => (
        <>
          <div className="flex justify-center">
            <Avatar name={loaded.fullName} />
          </div>
          <ProfileForm profile={loaded} />
        </>
      )}
    </QueryState>
  );
}
