import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { emailSchema } from '../../../domain/field-schemas.ts';
import { MIN_PASSWORD_LENGTH, newPasswordSchema } from '../../../domain/people/person.ts';
import { formatAuthError } from '../../data/auth-message.ts';
import { useSignInRules } from '../../data/sign-in/sign-in-rules.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { toastError } from '../../ui/use-problem-toast.ts';
import { CodeField } from '../session/code-forms.tsx';
import { changePassword, type PasswordChange, requestNonce } from './data.ts';

type NewPasswordFormProps = {
  /** The account, for password managers. */
  email: string;
  submitLabel: string;
  onChanged: () => void;
};

export const emailValuesSchema = z.object({ email: emailSchema });

const WRONG_FIELDS: Record<string, { field: keyof PasswordChange; say?: () => string }> = {
  weak_password: { field: 'password' },
  same_password: { field: 'password' },
  current_password_required: { field: 'current', say: m.change_password_current_needed },
  current_password_invalid: { field: 'current', say: m.change_password_current_wrong },
  reauthentication_not_valid: { field: 'nonce', say: m.problem_mailed_code_wrong },
};

const CODE = /^\d{6}$/;

/** Sets a new password; asks for the current one and for the mailed code too when the service requires them. */
export function NewPasswordForm({ email, submitLabel, onChanged }: NewPasswordFormProps) {
  const minLength = useSignInRules().data?.minPasswordLength ?? MIN_PASSWORD_LENGTH;
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | undefined>();
  const { needs, change } = usePasswordChange(onChanged);
  const { register, handleSubmit, setError, reset, formState } = useForm<NewPasswordValues>({
    resolver: zodResolver(newPasswordValuesSchema(minLength)),
    defaultValues: { password: '', current: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password, current }) => {
    setCodeError(undefined);
    if (needs.nonce && !CODE.test(code)) return setCodeError(m.problem_code_incomplete());
    const error = await change({ password, current, nonce: code });
    setCode('');
    if (error === null) reset();
    else if (error.field === 'nonce') setCodeError(error.sentence);
    else if (error.field !== null) setError(error.field, { message: error.sentence });
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
      {/* Password managers store the new password for this account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={m.change_password_new()}
        autoComplete="new-password"
        hint={m.change_password_hint({ count: minLength })}
        error={errors.password?.message}
        {...register('password')}
      />
      {needs.current ? (
        <PasswordField
          label={m.change_password_current()}
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
      ) : null}
      {needs.nonce ? (
        <CodeField
          label={m.change_password_code()}
          hint={m.change_password_code_sent_to({ email })}
          value={code}
          onChange={setCode}
          error={codeError}
          disabled={isSubmitting}
        />
      ) : null}
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? m.action_saving() : submitLabel}
      </Button>
    </form>
  );
}

/** What is wrong with a field; without a field, a toast has shown the error. */
type PasswordError = { field: keyof PasswordChange; sentence: string } | { field: null };

/**
 * Changes the password. The service may ask for the current password too, or for a code that it mails; `needs` says so until
 * the change succeeds.
 */
function usePasswordChange(onChanged: () => void) {
  const [needs, setNeeds] = useState({ current: false, nonce: false });

  const change = async ({ password, current, nonce }: Required<PasswordChange>): Promise<PasswordError | null> => {
    try {
      await changePassword({
        password,
        ...(needs.current ? { current } : {}),
        ...(needs.nonce ? { nonce } : {}),
      });
      toast.success(m.change_password_changed());
      setNeeds({ current: false, nonce: false });
      onChanged();
      return null;
    } catch (error) {
      if (isAuthError(error) && error.code === 'current_password_required') {
        setNeeds((before) => ({ ...before, current: true }));
      }
      if (!isAuthError(error) || error.code !== 'reauthentication_needed') return toPasswordError(error);
    }
    try {
      await requestNonce();
      setNeeds((before) => ({ ...before, nonce: true }));
      toast.message(m.change_password_code_mailed());
    } catch (error) {
      return toPasswordError(error);
    }
    return { field: null };
  };

  return { needs, change };
}

function toPasswordError(error: unknown): PasswordError {
  const sentence = formatAuthError(error);
  const wrong = isAuthError(error) ? WRONG_FIELDS[error.code ?? ''] : undefined;
  if (wrong !== undefined) return { field: wrong.field, sentence: wrong.say?.() ?? sentence };
  toastError(sentence);
  return { field: null };
}

export function newEmailValuesSchema(current: string) {
  return z.object({
    email: emailSchema.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), m.problem_email_same()),
  });
}

export type EmailValues = z.infer<typeof emailValuesSchema>;

function newPasswordValuesSchema(minLength: number) {
  return z.object({ password: newPasswordSchema(minLength), current: z.string() });
}

/** `current` is the password until now; empty while the service has not asked for it. */
type NewPasswordValues = { password: string; current: string };
