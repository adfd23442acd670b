import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Credentials } from '../data.ts';
import { credentialsSchema } from './credentials.ts';

type AuthFormProps = {
  submitLabel: string;
  /** Whether the password is one to remember or one to make up. */
  password: 'current' | 'new';
  /** Says itself what failed; `true` when the password is used up and its field is to be emptied. */
  onSubmit: (credentials: Credentials) => Promise<boolean>;
};

/** E-mail and password. Busy while `onSubmit` is under way, and never loses what was typed. */
export function AuthForm({ submitLabel, password, onSubmit }: AuthFormProps) {
  const { register, handleSubmit, resetField, formState } = useForm<Credentials>({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    if (await onSubmit(credentials)) resetField('password');
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete={password === 'current' ? 'username' : 'email'}
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.com"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete={`${password}-password`}
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" disabled={isSubmitting} className="mt-2 w-full">
        {isSubmitting ? 'Loading...' : submitLabel}
      </Button>
    </form>
  );
}
