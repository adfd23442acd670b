import type { User } from '@supabase/supabase-js';
import { CodeForm } from './code-form.tsx';
import { isUsable, showCode } from './factors.ts';

/** The second step of signing in; the session takes on by itself that it was passed. */
export function CodePrompt({ user }: { user: User }) {
  const factor = user.factors?.find(isUsable);
  if (factor === undefined) {
    return (
      <p role="alert" className="rounded-control bg-danger-wash p-3 text-sm font-semibold text-danger">
        Your account asks for a second factor that Parqueo does not know. Please contact the operator.
      </p>
    );
  }
  return <CodeForm submitLabel="Continue" onCode={(code) => showCode(factor.id, code)} />;
}
