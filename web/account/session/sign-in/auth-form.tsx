import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { emailSchema } from '../../../../domain/field-schemas.ts';
import { newPasswordSchema } from '../../../../domain/people/password.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { EmailField, PasswordField } from '../../../ui/text-field.tsx';
import type { Credentials } from '../data.ts';

/** Without a least length, the authentication service itself checks it. */
function credentialsSchema(minPasswordLength: number | undefined) {
  const required = z.string().min(1, m.problem_password_required());
  const password = minPasswordLength === undefined ? required : required.pipe(newPasswordSchema(minPasswordLength));
  return z.object({ email: emailSchema, password });
}

type AuthFormProps = {
  submitLabel: string;
  variant?: ButtonVariant;
  /** Tells password managers whether to fill it in or to suggest one. */
  password: 'current' | 'new';
  /** Of a new password, said and checked before it is sent. */
  minPasswordLength?: number | undefined;
  /** Shows its own errors; resolves to true when the password field is to be cleared. */
  onSubmit: (credentials: Credentials) => Promise<boolean>;
};

/** Email and password; the input stays when `onSubmit` fails. */
export function AuthForm({ submitLabel, variant = 'primary', password, minPasswordLength, onSubmit }: AuthFormProps) {
  const { register, handleSubmit, resetField, formState } = useForm<Credentials>({
    resolver: zodResolver(credentialsSchema(minPasswordLength)),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    if (await onSubmit(credentials)) resetField('password');
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
      <EmailField
        label={m.field_email()}
        autoComplete={password === 'current' ? 'username' : 'email'}
        placeholder={m.field_email_placeholder()}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={m.field_password()}
        autoComplete={`${password}-password`}
        hint={minPasswordLength === undefined ? undefined : m.password_length_hint({ count: minPasswordLength })}
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant={variant} disabled={isSubmitting} className="mt-2 w-full">
        {isSubmitting ? m.status_loading() : submitLabel}
      </Button>
    </form>
  );
}
