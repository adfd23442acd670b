import type { User } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { useHasOwnSignIn, useSignInRules } from '../../data/sign-in-rules.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { accountKeys } from '../keys.ts';
import { FactorCodeForm, MailedCodeForm } from '../session/code-forms.tsx';
import { confirmEmailChange } from '../session/session.ts';
import { useVerifiedUser } from '../session/use-verified-user.ts';
import { useSettings } from '../settings/device-settings.ts';
import { SettingsSection } from '../settings/settings-form.tsx';
import { ChangeEmail } from './change-email.tsx';
import { getConfirmingMailboxes, removeFactors } from './credentials.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { describeRecoveryCodesLeft, NewRecoveryCodes, useRecoveryCodesLeft } from './recovery-codes.tsx';
import { TurnOnTwoFactor } from './turn-on-two-factor.tsx';

export function SignInSettings({ user }: { user: User }) {
  const verified = useVerifiedUser();
  const queryClient = useQueryClient();
  const reload = async () => {
    // A request that is under way may be from before the change.
    await queryClient.cancelQueries({ queryKey: accountKeys.verifiedUser(user.id) });
    await verified.refetch();
  };
  const email = verified.data?.email ?? user.email ?? '';
  const newEmail = verified.data?.new_email;
  const pending = { email, newEmail: newEmail ?? '', mailboxes: getConfirmingMailboxes() };
  return (
    <SettingsSection title={m.sign_in_settings_title()}>
      <dl className="@container -my-3 divide-y divide-line">
        <CredentialRow name={m.field_email()} value={newEmail ? m.sign_in_settings_email_pending(pending) : email}>
          <div className="flex flex-col items-stretch gap-2">
            {newEmail ? (
              <ConfirmEmailChange key={newEmail} email={email} newEmail={newEmail} onProgress={() => void reload()} />
            ) : null}
            <ChangeEmail email={email} onRequested={() => void reload()} />
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
  const codesLeft = useRecoveryCodesLeft(userId, isOn === true);
  const changed = () => readAgain(queryClient, [accountKeys.settings(userId), accountKeys.recoveryCodes()]);
  if (isOn === undefined)
    return <CredentialRow name={m.two_factor_authentication()} value={m.sign_in_settings_two_factor_unknown()} />;
  return (
    <>
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
        {/* It stays while it shows the codes of a factor that has just been turned on. */}
        {mayTurnOn ? <TurnOnTwoFactor isOn={isOn} onChanged={changed} /> : null}
      </CredentialRow>
      {codesLeft === undefined ? null : (
        <CredentialRow name={m.recovery_codes()} value={describeRecoveryCodesLeft(codesLeft)}>
          <NewRecoveryCodes />
        </CredentialRow>
      )}
    </>
  );
}

function ChangePassword({ email }: { email: string }) {
  return (
    <DialogButton label={m.change_password_open()} title={m.change_password_title()}>
      {(close) => (
        <>
          <NewPasswordForm email={email} onChanged={close} />
          <Button variant="secondary" onClick={close}>
            {m.credentials_keep_password()}
          </Button>
        </>
      )}
    </DialogButton>
  );
}

function CredentialRow({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid min-h-14 items-center gap-x-4 gap-y-0.5 py-3 @min-[15rem]:grid-cols-[minmax(0,1fr)_auto]">
      <dt className="font-semibold">{name}</dt>
      <dd className="col-start-1 text-sm text-muted wrap-anywhere">{value}</dd>
      {children ? (
        <dd className="mt-2 @min-[15rem]:col-start-2 @min-[15rem]:row-span-2 @min-[15rem]:row-start-1 @min-[15rem]:mt-0">
          {children}
        </dd>
      ) : null}
    </div>
  );
}

function TurnOffTwoFactor({ onChanged }: { onChanged: () => Promise<unknown> }) {
  const hasOwnSignIn = useHasOwnSignIn();
  const turnOff = async (code: string, close: () => void) => {
    await removeFactors(code);
    toast.success(m.two_factor_off());
    close();
    await onChanged();
  };
  return (
    <DialogButton
      label={m.two_factor_turn_off()}
      title={m.two_factor_turn_off_title()}
      description={m.two_factor_turn_off_intro()}
    >
      {(close) => (
        <FactorCodeForm
          takesRecoveryCode={hasOwnSignIn}
          submitLabel={m.two_factor_turn_off()}
          variant="danger"
          onCode={(code) => turnOff(code, close)}
        >
          <Button variant="secondary" onClick={close}>
            {m.two_factor_keep_on()}
          </Button>
        </FactorCodeForm>
      )}
    </DialogButton>
  );
}

type ConfirmEmailChangeProps = {
  email: string;
  newEmail: string;
  /** Called whenever the change may be complete. */
  onProgress: () => void;
};

function ConfirmEmailChange({ email, newEmail, onProgress }: ConfirmEmailChangeProps) {
  const [mailbox, setMailbox] = useState(newEmail);
  const [isHalfConfirmed, setIsHalfConfirmed] = useState(false);
  const mailboxes = getConfirmingMailboxes();

  const enter = async (code: string) => {
    try {
      if (await confirmEmailChange(mailbox, code)) {
        toast.success(m.email_change_changed());
      } else {
        toast.success(m.email_change_half_confirmed_code());
        setMailbox(mailbox === email ? newEmail : email);
        setIsHalfConfirmed(true);
      }
    } finally {
      // A link that was followed may have completed the change, so that its code is not right any more.
      onProgress();
    }
  };

  return (
    <DialogButton
      label={m.email_change_enter_code()}
      title={m.email_change_title()}
      description={m.email_change_intro({ newEmail, mailboxes })}
    >
      {(close) => (
        <MailedCodeForm
          // The code of the other email starts empty.
          key={String(isHalfConfirmed)}
          onCode={enter}
          fields={
            mailboxes === 'both' ? (
              <SelectField
                label={m.email_change_code_for()}
                value={mailbox}
                onChange={(event) => setMailbox(event.target.value)}
                options={[newEmail, email].map((address) => ({ value: address, label: address }))}
              />
            ) : null
          }
        >
          <Button variant="secondary" onClick={close}>
            {m.action_not_now()}
          </Button>
        </MailedCodeForm>
      )}
    </DialogButton>
  );
}
