import type { User } from '@supabase/supabase-js';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { isUsable, verifyCode } from './factors.ts';

/** The second step of signing in; the session notices by itself that it succeeded. */
export function CodePrompt({ user }: { user: User }) {
  const factor = user.factors?.find(isUsable);
  if (factor === undefined) {
    return <ErrorNote>{m.code_prompt_unknown_factor({ app: getInstallation().appName })}</ErrorNote>;
  }
  return <FactorCodeForm submitLabel={m.action_continue()} onCode={(code) => verifyCode(factor.id, code)} />;
}
