import { useQuery } from '@tanstack/react-query';
import { loadSettings } from '../profile/data.ts';

export const settingsKey = (userId: string) => ['own-settings', userId];

export function useSettings(userId: string) {
  return useQuery({ queryKey: settingsKey(userId), queryFn: () => loadSettings(userId) });
}
