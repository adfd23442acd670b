import { zodResolver } from '@hookform/resolvers/zod';
import { closestMatch } from 'leven';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { emailSchema } from '../../../domain/field-schemas.ts';
import { newPasswordSchema } from '../../../domain/people/person.ts';
import { Button, type ButtonVariant } from '../../ui/form/button.tsx';
import { EmailField, PasswordField } from '../../ui/form/text-field.tsx';
import type { Credentials } from './session.ts';

/** Where nearly everybody of the country has their mail. */
const USUAL_DOMAINS = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'live.com'];
/** Real domains that look like a usual one that was mistyped. */
const REAL_DOMAIN = /^((ymail|mail|email|gmx|me)\.com|(hotmail|yahoo|outlook)\.es)$/;
const MOST_TYPOS = 2;

/** The address with the usual domain that was probably meant, as for 'ana@gmial.com'; null where nothing looks mistyped. */
export function correctEmail(typed: string): string | null {
  const [name, domain, ...more] = typed.trim().toLowerCase().split('@');
  if (!name || !domain || more.length > 0 || REAL_DOMAIN.test(domain)) return null;
  const usual = closestMatch(domain, USUAL_DOMAINS, { maxDistance: MOST_TYPOS });
  return usual !== undefined && usual !== domain ? `${name}@${usual}` : null;
}

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
  /** The least length of a new password, which the form says and checks before it sends one. */
  minPasswordLength?: number | undefined;
  email?: string | undefined;
  note?: ReactNode;
  /** Shows its own errors; resolves to what is wrong with the password, if anything is. */
  onSubmit: (credentials: Credentials) => Promise<string | undefined>;
};

/** Email and password; the input stays when `onSubmit` fails. */
export function AuthForm({
  submitLabel,
  variant = 'primary',
  password,
  minPasswordLength,
  email = '',
  note,
  onSubmit,
}: AuthFormProps) {
  const { register, handleSubmit, setError, setValue, control, formState } = useForm<Credentials>({
    resolver: zodResolver(credentialsSchema(minPasswordLength)),
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting, touchedFields } = formState;
  const typed = useWatch({ control, name: 'email' });
  const meant = password === 'new' && touchedFields.email ? correctEmail(typed) : null;

  const submit = handleSubmit(async (credentials) => {
    const message = await onSubmit(credentials);
    if (message !== undefined) setError('password', { message }, { shouldFocus: true });
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
      {meant === null ? null : (
        <Button
          variant="quiet"
          className="-mt-3 self-start px-3 text-sm wrap-anywhere"
          onClick={() => setValue('email', meant, { shouldValidate: true })}
        >
          {m.sign_up_email_meant({ email: meant })}
        </Button>
      )}
      <PasswordField
        label={m.field_password()}
        autoComplete={`${password}-password`}
        hint={minPasswordLength === undefined ? undefined : m.password_length_hint({ count: minPasswordLength })}
        error={errors.password?.message}
        {...register('password')}
      />
      {note}
      <Button type="submit" variant={variant} disabled={isSubmitting} className="mt-2 w-full">
        {isSubmitting ? m.status_loading() : submitLabel}
      </Button>
    </form>
  );
}
