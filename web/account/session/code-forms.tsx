import { OTPField } from '@base-ui/react/otp-field';
import { isAuthError } from '@supabase/supabase-js';
import { MailCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { stripSeparators } from '../../../domain/plain-text.ts';
import { Problem } from '../../../domain/problems.ts';
import { toastAuthError } from '../../data/auth-message.ts';
import { Button, type ButtonVariant } from '../../ui/form/button.tsx';
import { Field, TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { confirmSignUp, resendConfirmation, type SignUp } from './session.ts';

const LENGTH = 6;
const DIGITS = Array.from({ length: LENGTH }, (_, index) => index + 1);

type CodeFieldProps = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  mask?: boolean;
  startsFocused?: boolean | undefined;
};

/** Six digits, one box each. The last digit submits the form. */
export function CodeField({
  label,
  value,
  onChange,
  hint,
  error,
  disabled = false,
  mask = false,
  startsFocused = false,
}: CodeFieldProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A wrong code is typed again from the start.
    if (error || startsFocused) first.current?.focus();
  }, [error, startsFocused]);
  return (
    <Field announces="errors" label={label} error={error} hint={hint}>
      {({ 'aria-invalid': isInvalid, ...control }) => (
        <OTPField.Root
          {...control}
          length={LENGTH}
          value={value}
          onValueChange={(next) => onChange(next)}
          autoSubmit
          mask={mask}
          autoComplete={mask ? 'off' : 'one-time-code'}
          disabled={disabled}
          // The gap does not grow with the text, which needs the room.
          className="grid w-full grid-cols-6 gap-[6px]"
        >
          {DIGITS.map((digit) => (
            <OTPField.Input
              key={digit}
              ref={digit === 1 ? first : undefined}
              aria-label={digit === 1 ? undefined : m.code_field_digit({ digit, length: LENGTH })}
              aria-invalid={isInvalid}
              // The margin keeps the boxes above a toast.
              className="h-13 w-full min-w-0 scroll-mb-40 rounded-[12px] border border-field-line bg-surface px-0 text-center text-xl font-semibold text-ink tabular-nums aria-invalid:border-danger"
            />
          ))}
        </OTPField.Root>
      )}
    </Field>
  );
}

type CodeFormProps = {
  submitLabel: string;
  variant?: ButtonVariant;
  hint?: string;
  /** Sends the code. A toast shows the error that it throws, except for a wrong code. */
  onCode: (code: string) => Promise<void>;
  /** The error codes of the service for a wrong code, and the sentence that the field then shows. */
  wrong?: { codes: readonly (string | undefined)[]; sentence: string };
  /** Whether a recovery code may stand in for the digits. */
  takesRecoveryCode?: boolean;
  startsFocused?: boolean;
  fields?: ReactNode;
  /** Takes the place of the six digits. */
  field?: (control: Pick<CodeFieldProps, 'value' | 'onChange' | 'error'>) => ReactNode;
  needs?: { pattern: RegExp; sentence: string };
  children?: ReactNode;
};

const CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[a-z\d]{10}$/i;

export function CodeForm({
  submitLabel,
  variant = 'primary',
  hint,
  onCode,
  wrong,
  takesRecoveryCode = false,
  startsFocused,
  fields,
  needs = { pattern: CODE, sentence: m.problem_code_incomplete() },
  field = (control) => <CodeField label={m.code_form_code()} hint={hint} startsFocused={startsFocused} {...control} />,
  children,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isSending, setIsSending] = useState(false);
  const [isRecovery, setIsRecovery] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React would hand the event on to the form in which a dialog stands.
    event.stopPropagation();
    if (isSending) return;
    const typed = isRecovery ? stripSeparators(code) : code;
    if (!(isRecovery ? RECOVERY_CODE : needs.pattern).test(typed)) {
      setError(isRecovery ? m.problem_recovery_code_incomplete() : needs.sentence);
      return;
    }
    setIsSending(true);
    setError(undefined);
    try {
      await onCode(typed);
    } catch (failure) {
      const isPin = failure instanceof Problem && failure.key.startsWith('pin-');
      if (isPin || (isAuthError(failure) && wrong?.codes.includes(failure.code))) {
        setCode('');
        setError(isPin ? failure.message : wrong?.sentence);
      } else toastAuthError(failure);
    }
    setIsSending(false);
  };

  const switchCode = () => {
    setIsRecovery(!isRecovery);
    setCode('');
    setError(undefined);
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={isSending} className="flex flex-col gap-4">
      {fields}
      {isRecovery ? (
        <TextField
          label={m.recovery_code()}
          hint={m.recovery_code_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={error}
        />
      ) : (
        field({ value: code, onChange: setCode, error })
      )}
      <div className="flex flex-col gap-2">
        <Button type="submit" variant={variant} disabled={isSending}>
          {isSending ? m.code_form_checking() : submitLabel}
        </Button>
        {takesRecoveryCode ? (
          <Button variant="quiet" disabled={isSending} onClick={switchCode}>
            {isRecovery ? m.recovery_code_use_app() : m.recovery_code_use()}
          </Button>
        ) : null}
        {children}
      </div>
    </form>
  );
}

/** Asks for the code of a mail, for people whose link was used up by their mail server or who read mail elsewhere. */
export function MailedCodeForm(form: Pick<CodeFormProps, 'onCode' | 'fields' | 'startsFocused' | 'children'>) {
  const wrong = { codes: ['otp_expired', 'reauthentication_not_valid'], sentence: m.problem_mailed_code_wrong() };
  return <CodeForm submitLabel={m.action_continue()} hint={m.mailed_code_hint()} wrong={wrong} {...form} />;
}

export function FactorCodeForm(form: Omit<CodeFormProps, 'wrong'>) {
  return <CodeForm wrong={{ codes: ['mfa_verification_failed'], sentence: m.problem_code_wrong() }} {...form} />;
}

/** Confirms a sign-up by the code of its mail, or mails another one. */
export function ConfirmationForm({ signUp, children }: { signUp: SignUp; children?: ReactNode }) {
  const { email } = signUp;
  const { mutate: resend, isPending } = useAction(() => resendConfirmation(email), {
    onSuccess: () => toast.success(m.confirmation_mail_sent(), { id: m.confirmation_mail_sent() }),
    onError: toastAuthError,
  });

  const confirm = async (code: string) => {
    await confirmSignUp(signUp, code);
    toast.dismiss(m.confirmation_mail_sent());
  };

  return (
    <MailedCodeForm startsFocused onCode={confirm}>
      <Button variant="secondary" disabled={isPending} onClick={() => resend()}>
        {isPending ? m.status_loading() : m.confirmation_resend()}
      </Button>
      {children}
    </MailedCodeForm>
  );
}

/** Stands below the log-in form of somebody who has not confirmed their sign-up. */
export function ConfirmationNote({ signUp }: { signUp: SignUp }) {
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <MailedNote title={m.confirmation_title()} text={m.confirmation_text({ email: signUp.email })} />
      </div>
      <ConfirmationForm signUp={signUp} />
    </div>
  );
}

export function MailedNote({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex gap-3 rounded-card bg-positive-wash p-4 text-positive">
      <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm wrap-anywhere">{text}</p>
      </div>
    </div>
  );
}
