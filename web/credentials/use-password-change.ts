import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { PROBLEMS } from '../../domain/problems.ts';
import { formatAuthError } from '../data/auth-message.ts';
import { toastError } from '../ui/toast-error.ts';
import { changePassword, requestNonce } from './data.ts';

/** What is wrong with a field; without a field, a toast has shown the error. */
export type PasswordError = { field: 'password' | 'code'; sentence: string } | { field: null };

const PASSWORD_ERRORS: readonly (string | undefined)[] = ['weak_password', 'same_password'];

/**
 * Changes the password. When the service asks to reauthenticate, it mails a code, and `needsCode` is true until the change
 * succeeded.
 */
export function usePasswordChange(onChanged: () => void) {
  const [needsCode, setNeedsCode] = useState(false);

  const change = async (password: string, nonce: string): Promise<PasswordError | null> => {
    try {
      await changePassword({ password, ...(needsCode ? { nonce } : {}) });
      toast.success(m.change_password_changed());
      setNeedsCode(false);
      onChanged();
      return null;
    } catch (error) {
      if (!isAuthError(error) || error.code !== 'reauthentication_needed') return toPasswordError(error);
    }
    try {
      await requestNonce();
      setNeedsCode(true);
      toast.message(m.change_password_code_mailed());
    } catch (error) {
      return toPasswordError(error);
    }
    return { field: null };
  };

  return { needsCode, change };
}

function toPasswordError(error: unknown): PasswordError {
  const sentence = formatAuthError(error);
  if (isAuthError(error) && error.code === 'reauthentication_not_valid') {
    return { field: 'code', sentence: PROBLEMS['mailed-code-wrong']() };
  }
  if (isAuthError(error) && PASSWORD_ERRORS.includes(error.code)) return { field: 'password', sentence };
  toastError(sentence);
  return { field: null };
}
