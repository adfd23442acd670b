import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PROBLEMS } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { type NewPasswordValues, newPasswordValuesSchema } from './credential-values.ts';
import { usePasswordChange } from './use-password-change.ts';

type NewPasswordFormProps = {
  /** Whose password it is, for the device that keeps passwords. */
  email: string;
  submitLabel: string;
  onChanged: () => void;
};

const CODE = /^\d{6}$/;

/** Chooses a new password; asks for the mailed code as well where the service does. */
export function NewPasswordForm({ email, submitLabel, onChanged }: NewPasswordFormProps) {
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | undefined>();
  const { wantsCode, change } = usePasswordChange(onChanged);
  const { register, handleSubmit, setError, reset, formState } = useForm<NewPasswordValues>({
    resolver: zodResolver(newPasswordValuesSchema),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    setCodeError(undefined);
    if (wantsCode && !CODE.test(code)) return setCodeError(PROBLEMS['code-incomplete']);
    const refusal = await change(password, code);
    setCode('');
    if (refusal === null) reset();
    else if (refusal.field === 'password') setError('password', { message: refusal.sentence });
    else if (refusal.field === 'code') setCodeError(refusal.sentence);
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
      {/* Tells the device for which account it keeps the new password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. You are signed out on your other devices."
        error={errors.password?.message}
        {...register('password')}
      />
      {wantsCode ? (
        <CodeField
          label="Code from our email"
          hint={`We sent it to ${email}.`}
          value={code}
          onChange={setCode}
          error={codeError}
          disabled={isSubmitting}
        />
      ) : null}
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : submitLabel}
      </Button>
    </form>
  );
}
