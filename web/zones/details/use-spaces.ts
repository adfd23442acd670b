import { useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listSpaces } from '../data.ts';

export const SPACES_QUERY_KEY = ['spaces'] as const;

export function useSpaces(zoneId: string) {
  const spaces = useQuery({ queryKey: [...SPACES_QUERY_KEY, zoneId], queryFn: () => listSpaces(zoneId) });
  useProblemToast(spaces.error);
  return spaces;
}
