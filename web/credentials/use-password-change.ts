import { isAuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { toast } from 'sonner';
import { PROBLEMS } from '../../domain/problems.ts';
import { authMessageOf } from '../data/auth-message.ts';
import { changePassword, requestNonce } from './data.ts';

/** What is wrong, and beside which field it is said; without a field it was said in a toast. */
export type PasswordError = { field: 'password' | 'code'; sentence: string } | { field: null };

const ABOUT_PASSWORD: readonly (string | undefined)[] = ['weak_password', 'same_password'];

/**
 * Changes the password. Where the service wants to be sure who asks, it is asked to mail a code, and
 * `wantsCode` is true until the change went through.
 */
export function usePasswordChange(onChanged: () => void) {
  const [wantsCode, setWantsCode] = useState(false);

  const change = async (password: string, nonce: string): Promise<PasswordError | null> => {
    try {
      await changePassword({ password, ...(wantsCode ? { nonce } : {}) });
      toast.success('Your password has been changed');
      setWantsCode(false);
      onChanged();
      return null;
    } catch (error) {
      if (!isAuthError(error)) return toPasswordError(error);
      if (error.code !== 'reauthentication_needed') return toPasswordError(error);
    }
    try {
      await requestNonce();
      setWantsCode(true);
      toast.message('We sent a code to your email, to be sure that it is you');
    } catch (error) {
      return toPasswordError(error);
    }
    return { field: null };
  };

  return { wantsCode, change };
}

function toPasswordError(error: unknown): PasswordError {
  const sentence = authMessageOf(error);
  if (isAuthError(error) && error.code === 'reauthentication_not_valid') {
    return { field: 'code', sentence: PROBLEMS['mailed-code-wrong'] };
  }
  if (isAuthError(error) && ABOUT_PASSWORD.includes(error.code)) return { field: 'password', sentence };
  toast.error(sentence, { id: sentence });
  return { field: null };
}
