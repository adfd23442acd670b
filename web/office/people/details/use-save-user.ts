import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem } from '../../../../domain/problems.ts';
import type { SettingsChanges } from '../../../account/profile/rows.ts';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { loadUserDetails, type UserChanges, updateUser, updateUserSettings } from './details-data.ts';
import type { UserDetails } from './user-details.ts';

/** The parts of a person that a form changed. */
export type ChangedUser = { profile?: UserChanges; settings?: Partial<SettingsChanges> };

type SaveCallbacks = {
  onSaved: () => void;
  /** Called with the new version of the profile once it is saved, as saving the settings may still fail. */
  onProfileSaved: (version: string) => void;
  /** Called with the stored details when somebody else changed them since they were loaded. */
  onNewer: (newer: UserDetails) => void;
};

/** Saves a person's profile and settings, each with its own toast. */
export function useSaveUser(loaded: UserDetails, { onSaved, onProfileSaved, onNewer }: SaveCallbacks) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: async ({ profile, settings }: ChangedUser): Promise<UserDetails | null> => {
      const { userId } = loaded.profile;
      if (profile) {
        const saved = await updateUser(userId, loaded.profile.version, profile);
        if (saved === 'conflict') return loadNewer(loaded);
        toast.success(m.user_saved());
        onProfileSaved(saved.version);
      }
      if (settings && loaded.settings) {
        const saved = await updateUserSettings(userId, loaded.settings.version, settings);
        if (saved === 'conflict') return loadNewer(loaded);
        toast.success(m.settings_saved());
      }
      return null;
    },
    onSuccess: (newer) => (newer === null ? onSaved() : onNewer(newer)),
    // All queries: the list and its summary change too, and it may be the administrator's own profile.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

async function loadNewer(loaded: UserDetails): Promise<UserDetails> {
  const newer = await loadUserDetails(loaded.profile.userId, new AbortController().signal);
  const isNewer =
    newer.profile.version !== loaded.profile.version || newer.settings?.version !== loaded.settings?.version;
  // Nobody else changed anything, so this caller is not allowed to.
  if (!isNewer) throw new Problem('user-not-updated');
  return newer;
}
