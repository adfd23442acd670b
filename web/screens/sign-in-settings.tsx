import type { User } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { ChangeEmail } from '../account/credentials/change-email.tsx';
import { ChangePassword } from '../account/credentials/change-password.tsx';
import { CredentialRow } from '../account/credentials/credential-row.tsx';
import { TurnOffTwoFactor } from '../account/credentials/turn-off-two-factor.tsx';
import { TurnOnTwoFactor } from '../account/credentials/turn-on-two-factor.tsx';
import { ConfirmEmailChange } from '../account/session/sign-in/confirm-email-change.tsx';
import { useVerifiedUser } from '../account/session/use-verified-user.ts';
import { SettingsSection } from '../account/settings/settings-section.tsx';
import { settingsKey, useSettings } from '../account/settings/use-settings.ts';
import { connection } from '../data/connection.ts';
import { useSignInRules } from '../data/sign-in/sign-in-rules.ts';
import { Badge } from '../ui/badge.tsx';

function formatPendingEmail(email: string, newEmail: string): string {
  return connection().config.doubleConfirmChanges === false
    ? m.sign_in_settings_email_pending({ email, newEmail })
    : m.sign_in_settings_email_pending_both({ email, newEmail });
}

export function SignInSettings({ user }: { user: User }) {
  const verified = useVerifiedUser();
  const email = verified.data?.email ?? user.email ?? '';
  const newEmail = verified.data?.new_email;
  return (
    <SettingsSection title={m.sign_in_settings_title()}>
      <dl className="@container -my-3 divide-y divide-line">
        <CredentialRow name={m.field_email()} value={newEmail ? formatPendingEmail(email, newEmail) : email}>
          <div className="flex flex-col items-stretch gap-2">
            {newEmail ? (
              <ConfirmEmailChange
                key={newEmail}
                email={email}
                newEmail={newEmail}
                onProgress={() => void verified.refetch()}
              />
            ) : null}
            <ChangeEmail email={email} onRequested={() => void verified.refetch()} />
          </div>
        </CredentialRow>
        <CredentialRow name={m.field_password()} value="">
          <ChangePassword email={email} />
        </CredentialRow>
        <TwoFactorRow userId={user.id} />
      </dl>
    </SettingsSection>
  );
}

function TwoFactorRow({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const isOn = useSettings(userId).data?.twoFactorEnabled;
  const mayTurnOn = useSignInRules().data?.allowsTwoFactor ?? true;
  const changed = () => queryClient.invalidateQueries({ queryKey: settingsKey(userId) });
  if (isOn === undefined)
    return <CredentialRow name={m.two_factor_authentication()} value={m.sign_in_settings_two_factor_unknown()} />;
  return (
    <CredentialRow
      name={m.two_factor_authentication()}
      value={
        <>
          <Badge tone={isOn ? 'positive' : 'neutral'}>
            {isOn ? m.two_factor_state_on() : m.two_factor_state_off()}
          </Badge>
          {isOn || mayTurnOn ? null : <p className="mt-1">{m.two_factor_not_offered()}</p>}
        </>
      }
    >
      {isOn ? <TurnOffTwoFactor onChanged={changed} /> : null}
      {!isOn && mayTurnOn ? <TurnOnTwoFactor onChanged={changed} /> : null}
    </CredentialRow>
  );
}
