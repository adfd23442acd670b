import type { User } from '@supabase/supabase-js';
import { useOwnProfile } from '../account/profile/use-own-profile.ts';
import { AutoLogout } from '../account/session/idle/auto-logout.tsx';
import { useVerifiedUser } from '../account/session/use-verified-user.ts';
import { useKeepDeviceOn } from '../account/settings/device/use-keep-device-on.ts';
import { useAccountLanguage } from '../account/settings/use-account-language.ts';
import { useSettings } from '../account/settings/use-settings.ts';
import { loadStays } from '../booking/current/load-stays.ts';
import { useSendPendingEnds } from '../booking/ending/use-send-pending-ends.ts';
import { useKeepTickets } from '../booking/ticket/use-keep-tickets.ts';
import { useProblemToast } from '../ui/use-problem-toast.ts';

/**
 * Creates a missing profile, checks that the user may still sign in, sends the ends of stays, keeps tickets and the device's
 * notifications, and signs them out after the idle time they chose.
 */
export function SignedInBackground({ user }: { user: User }) {
  const profile = useOwnProfile(user, { onceOnly: true });
  useProblemToast(profile.error);
  useVerifiedUser();
  useSendPendingEnds();
  useKeepTickets(user.id);
  useKeepDeviceOn(user.id);
  const settings = useSettings(user.id);
  useAccountLanguage(user.id, settings.data);
  return <AutoLogout userId={user.id} limitMinutes={settings.data?.autoLogoutMinutes} loadStays={loadStays} />;
}
