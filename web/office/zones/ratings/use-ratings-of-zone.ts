import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { hideComment, listZoneRatings, type RatingCursor } from './data.ts';
import type { ZoneRating } from './zone-rating.ts';

/** The ratings of a zone, the newest first, page by page. */
export function useRatingsOfZone(zoneId: string) {
  return useInfiniteQuery({
    queryKey: ['ratings-of-zone', zoneId],
    queryFn: ({ pageParam, signal }) => listZoneRatings(zoneId, pageParam, signal),
    initialPageParam: null as RatingCursor | null,
    getNextPageParam: (page) => page.next,
    // Whoever opens it expects the latest.
    staleTime: 0,
  });
}

type HideCallbacks = {
  onSuccess: () => void;
  /** Called with the stored rating when it was changed since it was loaded; nothing was saved then. */
  onNewer: (rating: ZoneRating) => void;
};

/** Hides the comment of a rating for a reason, or shows it again for null. The dialog shows a failure. */
export function useHideComment(rating: ZoneRating, { onSuccess, onNewer }: HideCallbacks) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: (reason: string | null) => hideComment(rating, reason),
    onSuccess: (newer, reason) => {
      if (newer !== null) return onNewer(newer);
      toast.success(reason === null ? m.comment_shown_again() : m.comment_hidden());
      onSuccess();
    },
    // Failures show in the dialog.
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
}
