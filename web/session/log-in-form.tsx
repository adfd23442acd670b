import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { toast } from 'sonner';
import { AuthForm } from './auth-form.tsx';
import { authMessageOf } from './auth-message.ts';
import { ConfirmationNote } from './confirmation-note.tsx';
import { type Credentials, logIn } from './data.ts';

/** Logs in; who is let in is taken on by the session, so success needs no word here. */
export function LogInForm() {
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null);

  const submit = async (credentials: Credentials) => {
    try {
      await logIn(credentials);
    } catch (error) {
      toast.error(authMessageOf(error));
      setUnconfirmedEmail(isAuthError(error) && error.code === 'email_not_confirmed' ? credentials.email : null);
    }
    return false;
  };

  return (
    <>
      <AuthForm submitLabel="Log In" password="current" onSubmit={submit} />
      {unconfirmedEmail ? <ConfirmationNote email={unconfirmedEmail} /> : null}
    </>
  );
}
