import type { User } from '@supabase/supabase-js';
import { LogOut } from 'lucide-react';
import { m } from '#messages';
import { forgetUnsent } from '../account/messages/unsent-messages.ts';
import { DeleteAccount } from '../account/profile/delete-account.tsx';
import { DownloadData } from '../account/profile/download-data.tsx';
import type { Settings } from '../account/profile/rows.ts';
import { signOutHere } from '../account/session/auth/data.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { LanguageChoice } from '../account/settings/language-choice.tsx';
import { type NotificationSetting, SettingsForm } from '../account/settings/settings-form.tsx';
import { SettingsSection } from '../account/settings/settings-section.tsx';
import { ThemeChoice } from '../account/settings/theme-choice.tsx';
import { useSettings } from '../account/settings/use-settings.ts';
import { getSavedSession } from '../booking/current/saved-session.ts';
import { forgetKeptStay } from '../booking/reserve/kept-stay.ts';
import { showsSamples } from '../data/connection.ts';
import { usePublicSettings } from '../data/public-settings.ts';
import { seenBalanceStorage } from '../money/wallet/use-balance.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { SignInSettings } from './sign-in-settings.tsx';
import { useCheckedSignOut } from './use-checked-sign-out.tsx';

export function SettingsScreen() {
  const user = useUser();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4 pb-6">
      <ScreenHeader title={m.settings_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      {user ? (
        <div key={user.id} className="flex flex-col gap-7">
          <OwnSettings userId={user.id} />
          <SignInSettings user={user} />
          <ThemeChoice />
          <LanguageChoice userId={user.id} />
          <AccountActions user={user} />
        </div>
      ) : null}
    </div>
  );
}

function OwnSettings({ userId }: { userId: string }) {
  const settings = useSettings(userId);
  const Form = showsSamples() ? SettingsForm : LiveSettingsForm;
  useProblemToast(settings.error);
  return (
    <QueryState
      query={settings}
      loading={<SkeletonList label={m.settings_loading()} shapes={['h-72', 'h-64', 'h-40']} className="gap-7" />}
    >
      {(loaded) => <Form userId={userId} settings={loaded} />}
    </QueryState>
  );
}

/** With the operator's own switches above those of the driver. */
function LiveSettingsForm(props: { userId: string; settings: Settings }) {
  const operator = usePublicSettings();
  const switchedOff: NotificationSetting[] = [
    ...(operator?.sendsEmail === false ? (['emailNotifications', 'marketingEmails'] as const) : []),
    ...(operator?.sendsPush === false ? (['pushNotifications'] as const) : []),
  ];
  return <SettingsForm {...props} switchedOff={switchedOff} notSetUp={['smsNotifications']} />;
}

function AccountActions({ user }: { user: User }) {
  const { signOut, isPending, question } = useCheckedSignOut();
  const forget = async () => {
    getSavedSession(user.id).remove();
    forgetUnsent(user.id);
    forgetKeptStay(user.id);
    seenBalanceStorage(user.id).remove();
    await signOutHere();
  };
  return (
    <SettingsSection title={m.account_title()}>
      <div className="flex flex-col gap-3">
        <Button variant="secondary" onClick={signOut} disabled={isPending}>
          <LogOut aria-hidden="true" className="size-5" />
          {isPending ? m.action_signing_out() : m.action_sign_out()}
        </Button>
        {showsSamples() ? null : <DownloadData />}
        <DeleteAccount email={user.email ?? ''} onDeleted={forget} hasMoney={!showsSamples()} />
      </div>
      {question}
    </SettingsSection>
  );
}
