import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { messageOf } from '../../domain/problems.ts';
import { signOut } from './data.ts';

/** Signs out and says in a toast how it went; the session itself then leads to the log-in screen, in every tab. */
export function useSignOut() {
  return useMutation({
    networkMode: 'always',
    mutationFn: signOut,
    onSuccess: () => {
      toast.success('Successfully signed out');
    },
    onError: (error) => {
      const message = messageOf(error);
      toast.error(message, { id: message });
    },
  });
}
