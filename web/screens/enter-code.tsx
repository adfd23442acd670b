import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { emailSchema } from '../../domain/field-schemas.ts';
import { requestPasswordLink } from '../account/credentials/credentials.ts';
import { MailedCodeForm } from '../account/session/code-forms.tsx';
import { EntryCard, EntryLink } from '../account/session/entry-card.tsx';
import { RedirectSignedIn } from '../account/session/guards.tsx';
import { logInWithCode, type MailPurpose, resendConfirmation } from '../account/session/session.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { toastAuthError } from '../data/auth-message.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/form/button.tsx';
import { EmailField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';

/** Where a mailed link leads that was used already or has expired: mail servers that check links use them up. */
export function EnterCodeScreen() {
  const user = useUser();
  const [query] = useSearchParams();
  const isForPassword = query.get('for') === 'password';
  const choosesPassword = isForPassword || Boolean(user?.invited_at);
  return (
    <RedirectSignedIn to={choosesPassword ? paths.setPassword : undefined}>
      <EntryCard title={m.enter_code_title()} intro={m.enter_code_intro()}>
        <UsedLinkForm {...(isForPassword ? PASSWORD : CONFIRMATION)} />
        <EntryLink to={paths.logIn} text={m.action_back_to_log_in()} />
      </EntryCard>
    </RedirectSignedIn>
  );
}

type UsedLink = {
  purpose: MailPurpose;
  /** Mails a new link and code. */
  resend: (email: string) => Promise<void>;
  /** What to expect once it was mailed to an address. */
  mailed: (values: { email: string }) => string;
};

const PASSWORD: UsedLink = { purpose: 'password', resend: requestPasswordLink, mailed: m.enter_code_account_mailed };
const CONFIRMATION: UsedLink = {
  purpose: 'confirmation',
  resend: resendConfirmation,
  mailed: m.enter_code_confirmation_mailed,
};

/** Signs in with the code of a mail whose link does not work, or mails a new one. */
function UsedLinkForm({ purpose, resend, mailed }: UsedLink) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const {
    mutate,
    isPending,
    data: mailedTo,
  } = useAction((email: string) => resend(email).then(() => email), {
    onError: toastAuthError,
  });
  const withEmail = async (act: (email: string) => unknown) => {
    const parsed = emailSchema.safeParse(typed);
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) await act(parsed.data);
  };

  return (
    <>
      <MailedCodeForm
        onCode={(code) => withEmail((email) => logInWithCode({ email, code, purpose }))}
        fields={
          <EmailField
            label={m.field_email()}
            autoComplete="username"
            placeholder={m.field_email_placeholder()}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
            error={error}
          />
        }
      >
        <Button variant="secondary" disabled={isPending} onClick={() => withEmail(mutate)}>
          {isPending ? m.status_loading() : m.mailed_code_resend()}
        </Button>
      </MailedCodeForm>
      <div role="status" className="empty:hidden">
        {mailedTo === undefined ? null : mailed({ email: mailedTo })}
      </div>
    </>
  );
}
