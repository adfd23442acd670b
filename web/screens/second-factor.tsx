import type { User } from '@supabase/supabase-js';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { verifyCode } from '../account/credentials/credentials.ts';
import { FactorCodeForm } from '../account/session/code-forms.tsx';
import { EntryCard } from '../account/session/entry-card.tsx';
import { useCheckedSignOut } from '../booking/ending/use-checked-sign-out.tsx';
import { useHasOwnSignIn } from '../data/sign-in-rules.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { Button } from '../ui/form/button.tsx';

/** Replaces every screen until somebody who entered their password has entered their second factor too. */
export function SecondFactorScreen({ user }: { user: User }) {
  const kind = useHasOwnSignIn() ? 'codes' : 'operator';
  const { signOut, isPending, question } = useCheckedSignOut();
  return (
    <main className="flex min-h-dvh flex-col">
      <EntryCard title={m.second_factor_title()} intro={m.second_factor_intro({ app: getInstallation().appName })}>
        <CodePrompt user={user} />
        <p className="text-sm text-muted">{m.second_factor_lost_phone({ kind, app: getInstallation().appName })}</p>
        <Button variant="secondary" onClick={signOut} disabled={isPending}>
          {isPending ? m.action_signing_out() : m.action_sign_out()}
        </Button>
        {question}
      </EntryCard>
    </main>
  );
}

/** The second step of signing in; the session notices by itself that it succeeded. */
function CodePrompt({ user }: { user: User }) {
  const hasOwnSignIn = useHasOwnSignIn();
  const factor = user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified');
  if (factor === undefined) {
    return <ErrorNote>{m.code_prompt_unknown_factor({ app: getInstallation().appName })}</ErrorNote>;
  }
  return (
    <FactorCodeForm
      takesRecoveryCode={hasOwnSignIn}
      submitLabel={m.action_continue()}
      onCode={(code) => verifyCode(factor.id, code)}
    />
  );
}
