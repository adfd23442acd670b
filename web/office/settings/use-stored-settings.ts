import { useQuery } from '@tanstack/react-query';
import { loadSettings, type SettingsPart, settingsKey } from './data.ts';

/** What a form starts with. Somebody may be typing; what is newer comes when they save, or when they come back. */
export function useStoredSettings<Values>(part: SettingsPart<Values>) {
  return useQuery({
    queryKey: settingsKey(part),
    queryFn: ({ signal }) => loadSettings(part, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
