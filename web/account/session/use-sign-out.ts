import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { toastError } from '../../ui/toast-error.ts';
import { signOut, signOutHere } from './auth/data.ts';

type SignOutOptions = {
  /** False signs out on this device only. */
  everywhere?: boolean;
  onSignedOut?: () => void;
};

/** Signs out; the session then leads every tab to the log-in screen. */
export function useSignOut({ everywhere = true, onSignedOut }: SignOutOptions = {}) {
  return useMutation({
    networkMode: 'always',
    mutationFn: everywhere ? signOut : signOutHere,
    onSuccess: () => {
      onSignedOut?.();
      toast.success(m.session_signed_out());
    },
    onError: (error) => toastError(toErrorMessage(error)),
  });
}
