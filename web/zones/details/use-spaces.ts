import { useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listSpaces } from '../data.ts';

export const SPACES_QUERY_KEY = ['spaces'] as const;

/** The spaces of a zone; a failure is told once, in a toast, beside the state that is returned. */
export function useSpaces(zoneId: string) {
  const spaces = useQuery({ queryKey: [...SPACES_QUERY_KEY, zoneId], queryFn: () => listSpaces(zoneId) });
  useProblemToast(spaces.error);
  return spaces;
}
