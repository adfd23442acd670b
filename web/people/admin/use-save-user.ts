import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { messageOf, Problem } from '../../../domain/problems.ts';
import type { SettingsChanges } from '../data.ts';
import { type UserChanges, updateUser, updateUserSettings } from './details-data.ts';

/** What was changed about a person; what was not is left out and left alone. */
export type ChangedUser = { profile?: UserChanges; settings?: SettingsChanges };

/** Saves what was changed about a person and says how each part went. */
export function useSaveUser(userId: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ profile, settings }: ChangedUser) => {
      if (!navigator.onLine) throw new Problem('offline');
      if (profile) {
        await updateUser(userId, profile);
        toast.success('User updated successfully');
      }
      if (settings) {
        await updateUserSettings(userId, settings);
        toast.success('Settings updated successfully');
      }
    },
    onSuccess: onSaved,
    onError: (error) => {
      const message = messageOf(error);
      toast.error(message, { id: message });
    },
    // Not only this person: the list and its figures follow, and it may be the administrator's own profile.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
