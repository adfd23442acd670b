import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { PROBLEMS } from '../../../domain/problems.ts';
import { formatAuthError } from '../../data/auth-message.ts';
import { toastError } from '../../ui/toast-error.ts';
import { changePassword, type PasswordChange, requestNonce } from './data.ts';

/** What is wrong with a field; without a field, a toast has shown the error. */
export type PasswordError = { field: keyof PasswordChange; sentence: string } | { field: null };

const WRONG_FIELDS: Record<string, { field: keyof PasswordChange; say?: () => string }> = {
  weak_password: { field: 'password' },
  same_password: { field: 'password' },
  current_password_required: { field: 'current', say: m.change_password_current_needed },
  current_password_invalid: { field: 'current', say: m.change_password_current_wrong },
  reauthentication_not_valid: { field: 'nonce', say: PROBLEMS['mailed-code-wrong'] },
};

/**
 * Changes the password. What the service asks for besides is in `needs` until the change succeeded: the current password,
 * or a code that it mails.
 */
export function usePasswordChange(onChanged: () => void) {
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
