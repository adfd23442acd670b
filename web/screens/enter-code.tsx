import { Link, useLocation, useSearchParams } from 'react-router';
import { m } from '#messages';
import { requestPasswordLink } from '../account/credentials/data.ts';
import { resendConfirmation } from '../account/session/auth/data.ts';
import { RedirectSignedIn } from '../account/session/redirect-signed-in.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { EntryCard } from '../account/session/sign-in/entry-card.tsx';
import { UsedLinkForm } from '../account/session/sign-in/used-link-form.tsx';
import { paths } from '../paths.ts';

/** Where a mailed link leads that was used already or has expired: mail servers that check links use them up. */
export function EnterCodeScreen() {
  const user = useUser();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const isForPassword = query.get('for') === 'password';
  const choosesPassword = isForPassword || Boolean(user?.invited_at);
  return (
    <RedirectSignedIn to={choosesPassword ? paths.setPassword : undefined}>
      <EntryCard title={m.enter_code_title()} intro={m.enter_code_intro()}>
        {isForPassword ? (
          <UsedLinkForm
            purpose="password"
            onResend={requestPasswordLink}
            renderMailed={(email) => m.enter_code_account_mailed({ email })}
          />
        ) : (
          <UsedLinkForm
            purpose="confirmation"
            onResend={resendConfirmation}
            renderMailed={(email) => m.enter_code_confirmation_mailed({ email })}
          />
        )}
        {/* The state holds where to go once signed in. */}
        <Link
          to={paths.logIn}
          state={state}
          className="-my-2 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {m.action_back_to_log_in()}
        </Link>
      </EntryCard>
    </RedirectSignedIn>
  );
}
