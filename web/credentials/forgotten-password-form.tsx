import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { authMessageOf } from '../data/auth-message.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type EmailValues, emailValuesSchema } from './credential-values.ts';
import { requestPasswordLink } from './data.ts';

/** Asks for a link to choose a new password. What it says never tells whether there is such an account. */
export function ForgottenPasswordForm() {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<EmailValues>({
    resolver: zodResolver(emailValuesSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestPasswordLink(email);
      setAskedFor(email);
    } catch (error) {
      const message = authMessageOf(error);
      toast.error(message, { id: message });
    }
  });

  return (
    <>
      <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" disabled={isSubmitting} className="mt-2 w-full">
          {isSubmitting ? 'Loading...' : 'Send link'}
        </Button>
      </form>
      <div role="status">{askedFor === null ? null : <LookIntoMailbox email={askedFor} />}</div>
    </>
  );
}

function LookIntoMailbox({ email }: { email: string }) {
  return (
    <div className="flex gap-3 rounded-card bg-positive-wash p-4 text-positive">
      <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">Look into your mailbox</p>
        <p className="text-sm break-words">
          {`If ${email} has an account, a link to choose a new password is on its way. It works once, for one hour.`}
        </p>
      </div>
    </div>
  );
}
