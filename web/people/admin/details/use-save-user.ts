import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { Problem, toErrorMessage } from '../../../../domain/problems.ts';
import type { SettingsChanges } from '../../data.ts';
import { loadUserDetails, type UserChanges, updateUser, updateUserSettings } from './details-data.ts';
import type { UserDetails } from './user-details.ts';

/** What was changed about a person; what was not is left out and left alone. */
export type ChangedUser = { profile?: UserChanges; settings?: SettingsChanges };

type SaveCallbacks = {
  onSaved: () => void;
  /** Called with the new version of the profile as soon as that is saved, as the settings may yet fail. */
  onProfileSaved: (version: string) => void;
  /** Called with all about the person as it is now, when somebody else changed it since it was read. */
  onNewer: (newer: UserDetails) => void;
};

/** Saves what was changed about a person and says how each part went. */
export function useSaveUser(read: UserDetails, { onSaved, onProfileSaved, onNewer }: SaveCallbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ profile, settings }: ChangedUser): Promise<UserDetails | null> => {
      if (!navigator.onLine) throw new Problem('offline');
      const { userId } = read.profile;
      if (profile) {
        const saved = await updateUser(userId, read.profile.version, profile);
        if (saved === 'changed-meanwhile') return loadNewer(read);
        toast.success('User updated successfully');
        onProfileSaved(saved.version);
      }
      if (settings && read.settings) {
        const saved = await updateUserSettings(userId, read.settings.version, settings);
        if (saved === 'changed-meanwhile') return loadNewer(read);
        toast.success('Settings updated successfully');
      }
      return null;
    },
    onSuccess: (newer) => (newer === null ? onSaved() : onNewer(newer)),
    onError: (error) => {
      const message = toErrorMessage(error);
      toast.error(message, { id: message });
    },
    // Not only this person: the list and its figures follow, and it may be the administrator's own profile.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

async function loadNewer(read: UserDetails): Promise<UserDetails> {
  const newer = await loadUserDetails(read.profile.userId, new AbortController().signal);
  const isNewer = newer.profile.version !== read.profile.version || newer.settings?.version !== read.settings?.version;
  // Nobody changed anything: the caller may not either.
  if (!isNewer) throw new Problem('user-not-updated');
  return newer;
}
