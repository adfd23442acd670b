import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { authMessageOf } from '../platform/auth-message.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type EmailValues, newEmailValuesSchema } from './credential-values.ts';
import { changeEmail } from './data.ts';

/** Long enough to change to the mailbox and back. */
const READ_FOR_MS = 15_000;

type ChangeEmailProps = {
  email: string;
  /** Another address is waiting to be confirmed. */
  onAsked: () => void;
};

/** Asks for another address, which both mailboxes have to confirm. */
export function ChangeEmail({ email, onAsked }: ChangeEmailProps) {
  const [isOpen, setIsOpen] = useState(false);
  const asked = () => {
    toast.success('Look into both mailboxes, the old and the new one, and follow the link in each email.', {
      duration: READ_FOR_MS,
    });
    setIsOpen(false);
    onAsked();
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Change email
      </Button>
      <Modal
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Change your email"
        description="We send a link to your old and to your new address. Until both are followed you sign in with the old one."
      >
        <NewEmailForm email={email} onAsked={asked} onCancel={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

function NewEmailForm({ email, onAsked, onCancel }: ChangeEmailProps & { onCancel: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<EmailValues>({
    resolver: zodResolver(newEmailValuesSchema(email)),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await changeEmail(values.email);
      onAsked();
    } catch (error) {
      const message = authMessageOf(error);
      if (isAuthError(error) && error.code === 'email_exists') setError('email', { message });
      else toast.error(message, { id: message });
    }
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
      <TextField
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="flex flex-col gap-2">
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Loading...' : 'Send links'}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Keep the old one
        </Button>
      </div>
    </form>
  );
}
