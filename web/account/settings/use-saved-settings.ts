import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { saveSettings } from '../profile/data.ts';
import type { Settings, SettingsChanges } from '../profile/rows.ts';
import { settingsKey } from './use-settings.ts';

type Name = keyof SettingsChanges;
type Change = { name: Name; value: SettingsChanges[Name]; previous: SettingsChanges[Name] };

/** One toast for all of them: the newest change is the one to undo. */
const TOAST_ID = 'settings-saved';
const UNDO_FOR_MS = 8000;

/**
 * Saves each setting by itself, one after the other in the order of the changes, also when the screen is left meanwhile.
 * @returns `values` as the person chose them; what could not be saved is back as it was
 */
export function useSavedSettings(userId: string, settings: Settings) {
  const queryClient = useQueryClient();
  const queryKey = settingsKey(userId);
  const mutationKey = [...queryKey, 'save'];
  const { mutate } = useOnlineMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ name, value }: Change) => saveSettings(userId, { [name]: value }),
    onSuccess: async (saved, { name, value, previous }) => {
      // The response to an older request must not overwrite what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      toast.success(m.settings_saved(), {
        id: TOAST_ID,
        duration: UNDO_FOR_MS,
        action: { label: m.action_undo(), onClick: () => mutate({ name, value: previous, previous: value }) },
      });
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const values: Settings = Object.assign({}, settings, ...pending.map(({ name, value }) => ({ [name]: value })));

  return {
    values,
    isSaving: pending.length > 0,
    save: <SavedName extends Name>(name: SavedName, value: SettingsChanges[SavedName]) =>
      mutate({ name, value, previous: values[name] }),
  };
}
