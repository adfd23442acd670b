import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Place, PlaceSuggestion } from './search-places.ts';

/** Finds out where a suggested place is once it is chosen; a choice made in the meantime wins. */
export function usePlaceChoice(onPlace: (place: Place) => void) {
  const [chosenTitle, setChosenTitle] = useState<string | null>(null);
  const location = useMutation({
    mutationFn: ({ locate }: PlaceSuggestion) => locate(),
    networkMode: 'always',
  });
  return {
    chosenTitle,
    choose: (suggestion: PlaceSuggestion) => {
      setChosenTitle(suggestion.title);
      location.mutate(suggestion, {
        onSuccess: onPlace,
        onError: (error) => toast.error(toErrorMessage(error)),
      });
    },
  };
}
