import { useQuery } from '@tanstack/react-query';
import { loadSettings } from '../data.ts';

export const settingsKey = (userId: string) => ['own-settings', userId];

export function useSettings(userId: string) {
  return useQuery({ queryKey: settingsKey(userId), queryFn: () => loadSettings(userId) });
}
