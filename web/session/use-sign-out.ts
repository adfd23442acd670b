import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { toErrorMessage } from '../../domain/problems.ts';
import { signOut, signOutHere } from './data.ts';

type SignOutOptions = {
  /** False leaves the person's other devices alone. */
  everywhere?: boolean;
};

/** Signs out and says in a toast how it went; the session itself then leads to the log-in screen, in every tab. */
export function useSignOut({ everywhere = true }: SignOutOptions = {}) {
  return useMutation({
    networkMode: 'always',
    mutationFn: everywhere ? signOut : signOutHere,
    onSuccess: () => {
      toast.success('Successfully signed out');
    },
    onError: (error) => {
      const message = toErrorMessage(error);
      toast.error(message, { id: message });
    },
  });
}
