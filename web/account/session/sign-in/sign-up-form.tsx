import { useState } from 'react';
import { useLocation } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatAuthError } from '../../../data/auth-message.ts';
import { type Credentials, signUp } from '../auth/data.ts';
import { storeReturnLocation } from '../return-location.ts';
import { AuthForm } from './auth-form.tsx';
import { ConfirmationNote } from './confirmation-note.tsx';

/** Creates an account; the person stays here until they follow the mailed link or enter its code, if there is one. */
export function SignUpForm({ minPasswordLength }: { minPasswordLength?: number | undefined }) {
  const { state } = useLocation();
  const [mailed, setMailed] = useState<Credentials | null>(null);

  const submit = async (credentials: Credentials) => {
    try {
      const { needsConfirmation } = await signUp(credentials);
      if (!needsConfirmation) return false;
      // The mailed link leads to the map, perhaps in another tab.
      storeReturnLocation(state);
      toast.success(m.confirmation_mail_sent());
      setMailed(credentials);
      return true;
    } catch (error) {
      toast.error(formatAuthError(error));
      return false;
    }
  };

  return (
    <>
      <AuthForm
        submitLabel={m.sign_up_submit()}
        variant={mailed ? 'secondary' : 'primary'}
        password="new"
        minPasswordLength={minPasswordLength}
        onSubmit={submit}
      />
      {mailed ? <ConfirmationNote key={mailed.email} credentials={mailed} /> : null}
    </>
  );
}
