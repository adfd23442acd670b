import type { User } from '@supabase/supabase-js';
import { CodePrompt } from '../credentials/code-prompt.tsx';
import { EntryCard } from '../session/sign-in/entry-card.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { Button } from '../ui/button.tsx';

/** Replaces every screen until somebody who entered their password has entered their second factor too. */
export function SecondFactorScreen({ user }: { user: User }) {
  const { mutate: signOut, isPending } = useSignOut({ everywhere: false });
  return (
    <main className="flex min-h-dvh flex-col">
      <EntryCard title="Enter your code" intro="Open your authenticator app and type the code it shows for Parqueo.">
        <CodePrompt user={user} />
        <p className="text-sm text-muted">
          Lost your phone? Set up another one with the setup key you kept. Without it, write to the operator of Parqueo,
          who checks who you are and turns two-factor authentication off for you.
        </p>
        <Button variant="secondary" onClick={() => signOut()} disabled={isPending}>
          {isPending ? 'Signing out...' : 'Sign Out'}
        </Button>
      </EntryCard>
    </main>
  );
}
