import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { MIN_PASSWORD_LENGTH, newPasswordSchema } from '../../../domain/people/person.ts';
import { formatAuthError } from '../../data/auth-message.ts';
import { useSignInRules } from '../../data/sign-in-rules.ts';
import { toastError } from '../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { PasswordField } from '../../ui/form/text-field.tsx';
import { CodeField } from '../session/code-forms.tsx';
import { changePassword, type PasswordChange, requestNonce } from './credentials.ts';

type NewPasswordFormProps = {
  /** The account, for password managers. */
  email: string;
  onChanged: () => void;
};

const WRONG_FIELDS: Record<string, { field: keyof PasswordChange; say?: () => string }> = {
  weak_password: { field: 'password' },
  same_password: { field: 'password' },
  current_password_required: { field: 'current', say: m.change_password_current_needed },
  current_password_invalid: { field: 'current', say: m.change_password_current_wrong },
  reauthentication_not_valid: { field: 'nonce', say: m.problem_mailed_code_wrong },
};

const CODE = /^\d{6}$/;

export function NewPasswordForm({ email, onChanged }: NewPasswordFormProps) {
  const minLength = useSignInRules().data?.minPasswordLength ?? MIN_PASSWORD_LENGTH;
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | undefined>();
  // What the service asks for beside the new password, until the change succeeds.
  const [needs, setNeeds] = useState({ current: false, nonce: false });
  const { register, handleSubmit, setError, reset, formState } = useForm<NewPasswordValues>({
    resolver: zodResolver(newPasswordValuesSchema(minLength)),
    defaultValues: { password: '', current: '' },
  });
  const { errors, isSubmitting } = formState;

  const showError = (error: unknown) => {
    const sentence = formatAuthError(error);
    const wrong = isAuthError(error) ? WRONG_FIELDS[error.code ?? ''] : undefined;
    if (wrong === undefined) return toastError(sentence);
    const message = wrong.say?.() ?? sentence;
    if (wrong.field === 'nonce') setCodeError(message);
    else setError(wrong.field, { message });
  };

  const submit = handleSubmit(async ({ password, current }) => {
    setCodeError(undefined);
    if (needs.nonce && !CODE.test(code)) return setCodeError(m.problem_code_incomplete());
    try {
      await changePassword({
        password,
        ...(needs.current ? { current } : {}),
        ...(needs.nonce ? { nonce: code } : {}),
      });
      toast.success(m.change_password_changed());
      setNeeds({ current: false, nonce: false });
      reset();
      onChanged();
    } catch (error) {
      const reason = isAuthError(error) ? error.code : undefined;
      if (reason === 'current_password_required') setNeeds((before) => ({ ...before, current: true }));
      if (reason === 'reauthentication_needed') await mailCode();
      else showError(error);
    }
    setCode('');
  });

  const mailCode = async () => {
    try {
      await requestNonce();
      setNeeds((before) => ({ ...before, nonce: true }));
      toast.message(m.change_password_code_mailed());
    } catch (error) {
      showError(error);
    }
  };

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
        {isSubmitting ? m.action_saving() : m.action_save_password()}
      </Button>
    </form>
  );
}

function newPasswordValuesSchema(minLength: number) {
  return z.object({ password: newPasswordSchema(minLength), current: z.string() });
}

/** `current` is the password until now; empty while the service has not asked for it. */
type NewPasswordValues = { password: string; current: string };
