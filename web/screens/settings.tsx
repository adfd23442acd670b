import type { User } from '@supabase/supabase-js';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { m } from '#messages';
import { SignInSettings } from '../account/credentials/sign-in-settings.tsx';
import { LegalLinks } from '../account/legal-links.tsx';
import { forgetUnsent } from '../account/messages/unsent-messages.ts';
import { DeleteAccount } from '../account/profile/delete-account.tsx';
import { DownloadData } from '../account/profile/download-data.tsx';
import { signOutHere } from '../account/session/session.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { LanguageChoice, ThemeChoice } from '../account/settings/appearance.tsx';
import { useSettings } from '../account/settings/device-settings.ts';
import { SettingsForm, SettingsSection, useOffersPush } from '../account/settings/settings-form.tsx';
import { useCheckedSignOut } from '../booking/ending/use-checked-sign-out.tsx';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { AskButton } from '../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { useProblemToast } from '../ui/feedback/use-problem-toast.ts';
import { Button } from '../ui/form/button.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

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
          <LegalLinks />
        </div>
      ) : null}
    </div>
  );
}

function OwnSettings({ userId }: { userId: string }) {
  const settings = useSettings(userId);
  const notifications = useOffersPush() ? 'h-79' : 'h-44';
  useProblemToast(settings.error);
  return (
    <QueryState
      query={settings}
      loading={<SkeletonList label={m.settings_loading()} shapes={[notifications, 'h-46']} className="gap-7" />}
    >
      {(loaded) => <SettingsForm userId={userId} settings={loaded} />}
    </QueryState>
  );
}

const EVERYWHERE = { title: m.sign_out_everywhere_title(), text: m.sign_out_everywhere_text() };

function AccountActions({ user }: { user: User }) {
  const { signOut, isPending, question } = useCheckedSignOut();
  const everywhere = useCheckedSignOut({ everywhere: true });
  const forget = async () => {
    forgetUnsent(user.id);
    await signOutHere();
  };
  return (
    <SettingsSection title={m.account_title()}>
      <div className="flex flex-col gap-3">
        <Button icon={LogOut} variant="secondary" onClick={signOut} disabled={isPending}>
          {isPending ? m.action_signing_out() : m.action_sign_out()}
        </Button>
        <AskButton
          size="normal"
          icon={MonitorSmartphone}
          label={m.sign_out_everywhere()}
          question={{ ...EVERYWHERE, label: m.sign_out_everywhere() }}
          onYes={everywhere.signOut}
        />
        <DownloadData />
        <DeleteAccount email={user.email ?? ''} onDeleted={forget} />
      </div>
      {question}
      {everywhere.question}
    </SettingsSection>
  );
}
