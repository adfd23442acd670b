import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { FOREIGN_KEY_VIOLATION } from '../../data/database-problem.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { officeKeys, SPACE_CHANGES } from '../keys.ts';
import { listZoneChoices } from '../zones/zone-choices.ts';
import { listAllSpaces } from './spaces.ts';

/** All spaces, and the zones to choose from. */
export function useAdminSpaces() {
  const list = useQuery({
    queryKey: officeKeys.spaces(),
    queryFn: async ({ signal }) => {
      const [{ rows: spaces, invalid }, zones] = await Promise.all([
        listAllSpaces(signal),
        listZoneChoices('admin-spaces-not-loaded', signal),
      ]);
      return { spaces, invalid, zones };
    },
  });
  useProblemToast(list.error);
  return list;
}

/**
 * Tells the outcome in toasts.
 * @param write may return the stored space, when somebody else changed it since it was loaded; nothing was written then
 */
export function useSpaceWrite<Input, Newer>(
  write: (input: Input) => Promise<Newer>,
  formatSuccess: (input: Input) => string,
) {
  return useAction(write, {
    invalidates: SPACE_CHANGES,
    onSuccess: (newer, input) => {
      if (!newer) toast.success(formatSuccess(input));
    },
    onError: (error) => {
      const isReserved = codeSchema.safeParse(error.cause).data?.code === FOREIGN_KEY_VIOLATION;
      toast.error(toErrorMessage(error), isReserved ? { description: m.problem_space_still_reserved() } : {});
    },
  });
}

const codeSchema = z.object({ code: z.string() });
