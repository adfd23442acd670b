import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { PROBLEMS, Problem, toErrorMessage } from '../../domain/problems.ts';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import type { AdminSpace } from './admin-space.ts';
import { createSpaces, deleteSpace, listAllSpaces, listZoneNames, type SpaceChanges, updateSpace } from './data.ts';

const ADMIN_SPACES_KEY = ['admin-spaces'] as const;
const FOREIGN_KEY_VIOLATION = '23503';

/** All spaces and the zones they can stand in; a failure is told in a toast, too. */
export function useAdminSpaces() {
  const list = useQuery({
    queryKey: ADMIN_SPACES_KEY,
    queryFn: async ({ signal }) => {
      const [spaces, zones] = await Promise.all([listAllSpaces(signal), listZoneNames(signal)]);
      return { spaces: spaces.rows, zones: zones.rows, invalid: spaces.invalid };
    },
  });
  useProblemToast(list.error);
  return list;
}

type SpaceWrite<Input> = {
  /** Answers a space as somebody else changed it meanwhile, when nothing was written for that. */
  write: (input: Input) => Promise<AdminSpace | null>;
  sentence: (input: Input) => string;
};

function useSpaceWrite<Input>({ write, sentence }: SpaceWrite<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: write,
    onSuccess: async (newer, input) => {
      if (newer === null) toast.success(sentence(input));
      // The map and the list of zones count spaces too; they ask again when they are next seen.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ADMIN_SPACES_KEY });
    },
    onError: (error) => {
      const isReserved = getErrorCode(error) === FOREIGN_KEY_VIOLATION;
      toast.error(toErrorMessage(error), isReserved ? { description: PROBLEMS['space-still-reserved'] } : {});
    },
  });
}

function getErrorCode(error: Error): unknown {
  const cause = error instanceof Problem ? error.cause : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
}

/** What to do with what a form says: add spaces, or change the one that was read. */
export type SpaceSave = { read: AdminSpace | null; spaces: readonly SpaceChanges[] };

/** Adds or changes spaces and says how it went. */
export function useSaveSpaces() {
  return useSpaceWrite<SpaceSave>({
    write: async ({ read, spaces }) => {
      const [space] = spaces;
      if (read !== null && space) return updateSpace(read, space);
      await createSpaces(spaces);
      return null;
    },
    sentence: ({ read, spaces }) => {
      if (read !== null) return 'Parking space updated successfully';
      return spaces.length === 1
        ? 'Parking space created successfully'
        : `${spaces.length} parking spaces created successfully`;
    },
  });
}

/** Removes a space and says how it went. */
export function useDeleteSpace() {
  return useSpaceWrite<string>({
    write: async (id) => {
      await deleteSpace(id);
      return null;
    },
    sentence: () => 'Parking space deleted successfully',
  });
}
