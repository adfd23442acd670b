import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { MIN_PASSWORD_LENGTH } from '../../../domain/people/password.ts';
import { PROBLEMS } from '../../../domain/problems.ts';
import { useSignInRules } from '../../data/sign-in/sign-in-rules.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { type NewPasswordValues, newPasswordValuesSchema } from './credential-values.ts';
import { usePasswordChange } from './use-password-change.ts';

type NewPasswordFormProps = {
  /** The account, for password managers. */
  email: string;
  submitLabel: string;
  onChanged: () => void;
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
    if (needs.nonce && !CODE.test(code)) return setCodeError(PROBLEMS['code-incomplete']());
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
