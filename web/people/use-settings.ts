import { useQuery } from '@tanstack/react-query';
import { loadSettings } from './data.ts';

export const settingsKey = (userId: string) => ['own-settings', userId];

/** The settings of the signed-in person. */
export function useSettings(userId: string) {
  return useQuery({ queryKey: settingsKey(userId), queryFn: () => loadSettings(userId) });
}
