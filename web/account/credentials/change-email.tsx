import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/supabase-js';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { emailSchema } from '../../../domain/field-schemas.ts';
import { formatAuthError } from '../../data/auth-message.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { MAILBOX_TOAST_MS, toastError } from '../../ui/feedback/use-problem-toast.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { EmailField } from '../../ui/form/text-field.tsx';
import { useIsGuest } from '../session/session-provider.tsx';
import { getConfirmingMailboxes, requestEmailChange } from './credentials.ts';
import { useProof } from './proof.tsx';

const newEmailSchema = (current: string) =>
  z.object({
    email: emailSchema.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), m.problem_email_same()),
  });

type ChangeEmailProps = {
  email: string;
  onRequested: () => void;
};

/** Makes a guest an account, once they confirm an address. */
export function KeepHistory() {
  const isGuest = useIsGuest();
  if (!isGuest) return null;
  return (
    <FormSection title={m.keep_history_title()}>
      <p className="text-muted text-sm">{m.keep_history_text()}</p>
      <DialogButton label={m.keep_history_open()} title={m.keep_history_title()} description={m.keep_history_intro()}>
        {(close) => <NewEmailForm email="" onRequested={close} onClose={close} />}
      </DialogButton>
    </FormSection>
  );
}

export function ChangeEmail(props: ChangeEmailProps) {
  const description = m.change_email_intro({ mailboxes: getConfirmingMailboxes() });
  return (
    <DialogButton label={m.change_email_open()} title={m.change_email_title()} description={description}>
      {(close) => <NewEmailForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function NewEmailForm({ email, onRequested, onClose }: ChangeEmailProps & { onClose: () => void }) {
  const mailboxes = email === '' ? 'new' : getConfirmingMailboxes();
  const proof = useProof();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(newEmailSchema(email)),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      if ((await proof.run(() => requestEmailChange(values.email))) === null) return;
      toast.success(m.change_email_sent({ mailboxes }), { duration: MAILBOX_TOAST_MS });
      onClose();
      onRequested();
    } catch (error) {
      const message = formatAuthError(error);
      if (isAuthError(error) && error.code === 'email_exists') setError('email', { message });
      else toastError(message);
    }
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
      {proof.dialog}
      <EmailField
        label={m.change_email_new()}
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <DialogButtons
        label={m.change_email_send({ mailboxes })}
        pendingLabel={m.status_loading()}
        cancelLabel={m.credentials_keep_email()}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}
