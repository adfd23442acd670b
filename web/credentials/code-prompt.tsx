import type { User } from '@supabase/supabase-js';
import { ErrorNote } from '../ui/error-note.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { isUsable, verifyCode } from './factors.ts';

/** The second step of signing in; the session notices by itself that it succeeded. */
export function CodePrompt({ user }: { user: User }) {
  const factor = user.factors?.find(isUsable);
  if (factor === undefined) {
    return (
      <ErrorNote>
        Your account asks for a second factor that Parqueo does not know. Please contact the operator.
      </ErrorNote>
    );
  }
  return <FactorCodeForm submitLabel="Continue" onCode={(code) => verifyCode(factor.id, code)} />;
}
