import type { User } from '@supabase/supabase-js';
import { useEffect } from 'react';
import { useOwnProfile } from '../people/use-own-profile.ts';
import { useSettings } from '../people/use-settings.ts';
import { AutoLogout } from '../session/auto-logout.tsx';
import { forgetActivity } from '../session/last-activity.ts';
import { useSession } from '../session/session-provider.tsx';
import { useProblemToast } from '../ui/use-problem-toast.ts';

/** What goes on behind every screen for as long as somebody is signed in. */
export function WhileSignedIn() {
  const session = useSession();
  useEffect(() => {
    if (session.status === 'signed-out') forgetActivity();
  }, [session.status]);
  return session.status === 'signed-in' ? <Background key={session.user.id} user={session.user} /> : null;
}

function Background({ user }: { user: User }) {
  const profile = useOwnProfile(user, { onceOnly: true });
  useProblemToast(profile.error);
  const settings = useSettings(user.id);
  return <AutoLogout userId={user.id} limitMinutes={settings.data?.autoLogoutMinutes} />;
}
