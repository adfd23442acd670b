import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { authMessageOf } from '../data/auth-message.ts';
import { connection } from '../data/connection.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type EmailValues, newEmailValuesSchema } from './credential-values.ts';
import { changeEmail } from './data.ts';

/** Long enough to change to the mailbox and back. */
const READ_FOR_MS = 15_000;

/** What the person reads where both mailboxes confirm a new address, and where the new one does alone. */
const WORDS = {
  both: {
    intro: 'We send a link to your old and to your new address. Until both are followed you sign in with the old one.',
    submit: 'Send links',
    sent: 'Look into both mailboxes, the old and the new one, and follow the link in each email.',
  },
  new: {
    intro: 'We send a link to your new address. Until it is followed you sign in with the old one.',
    submit: 'Send link',
    sent: 'Look into the mailbox of your new address and follow the link in the email.',
  },
};

type ChangeEmailProps = {
  email: string;
  /** Another address is waiting to be confirmed. */
  onAsked: () => void;
};

/** Asks for another address, which the mailboxes have to confirm. */
export function ChangeEmail({ email, onAsked }: ChangeEmailProps) {
  const [isOpen, setIsOpen] = useState(false);
  const words = connection().config.doubleConfirmChanges === false ? WORDS.new : WORDS.both;
  const asked = () => {
    toast.success(words.sent, { duration: READ_FOR_MS });
    setIsOpen(false);
    onAsked();
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Change email
      </Button>
      <Modal open={isOpen} onOpenChange={setIsOpen} title="Change your email" description={words.intro}>
        <NewEmailForm email={email} submitLabel={words.submit} onAsked={asked} onCancel={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

type NewEmailFormProps = ChangeEmailProps & { submitLabel: string; onCancel: () => void };

function NewEmailForm({ email, submitLabel, onAsked, onCancel }: NewEmailFormProps) {
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
          {isSubmitting ? 'Loading...' : submitLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Keep the old one
        </Button>
      </div>
    </form>
  );
}
