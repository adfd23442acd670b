import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LoaderCircle, MapPin, Search, Star, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import type { Place, PlaceSuggestion } from '../contract.ts';
import { mapKeys } from '../keys.ts';
import { searchPlaces } from './search-places.ts';

type PlaceSearchBoxProps = {
  /** Two letters; only places of this country are found. */
  country?: string;
  /** Nearby places come first. */
  near: Position;
  /** Offered while nothing is typed. */
  favourites?: readonly Place[];
  onPlace: (place: Place) => void;
  /** Called when the field is emptied. */
  onClear?: () => void;
  /** The place that is shown at the start. */
  shownTitle?: string;
  /** What was typed before this was loaded, and whether the field had the focus. */
  early: { text: string; hasFocus: boolean };
};

const NO_PLACES: readonly Place[] = [];

/** An address search with suggestions as one types. */
export function PlaceSearchBox({
  near,
  country,
  favourites = NO_PLACES,
  onPlace,
  onClear,
  shownTitle = '',
  early,
}: PlaceSearchBoxProps) {
  const [typed, setTyped] = useState(early.text);
  const field = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(early.hasFocus);
  useLayoutEffect(() => {
    if (takesFocus.current) field.current?.focus();
    takesFocus.current = false;
  }, []);
  const { chosenTitle, choose } = usePlaceChoice(onPlace, shownTitle);
  // Choosing writes the place's title into the field, which must not start a new search.
  const query = typed === chosenTitle ? '' : typed;
  const { places, isSearching, problem, isLongEnough } = usePlaceSearch(query, near, country);
  const offersFavourites = typed === '' && favourites.length > 0;
  const Icon = offersFavourites ? Star : MapPin;
  const status = offersFavourites ? null : formatStatus({ isSearching, problem, count: places.length });

  return (
    <Autocomplete.Root
      items={offersFavourites ? favourites.map((place) => ({ ...place, locate: async () => place })) : places}
      filter={null}
      value={typed}
      onValueChange={(value) => {
        setTyped(value);
        if (value === '') onClear?.();
      }}
      itemToStringValue={(place: PlaceSuggestion) => place.title}
      onOpenChangeComplete={translateButtons}
      defaultOpen={early.hasFocus && (early.text !== '' || offersFavourites)}
      openOnInputClick={offersFavourites}
      autoHighlight={!offersFavourites}
    >
      <Autocomplete.InputGroup className="bg-raised shadow-float border-line focus-within:border-brand-ink has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-brand-ink flex h-12 w-full min-w-0 items-center gap-2 rounded-full border pr-1 pl-4">
        <Search aria-hidden="true" className="text-muted size-5 shrink-0" />
        <Autocomplete.Input
          ref={field}
          aria-label={m.place_search_label()}
          placeholder={m.place_search_label()}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          className="placeholder:text-muted h-full min-w-0 flex-1 bg-transparent text-capped outline-none"
        />
        <Autocomplete.Clear
          aria-label={m.place_search_clear()}
          className="text-muted inline-flex size-11 items-center justify-center rounded-full"
        >
          <X aria-hidden="true" className="size-4" />
        </Autocomplete.Clear>
      </Autocomplete.InputGroup>
      <Autocomplete.Portal hidden={!isLongEnough && !offersFavourites}>
        {/* The list stands above dialogs, since the search may be in one. */}
        <Autocomplete.Positioner sideOffset={8} className="z-60 outline-none">
          <Autocomplete.Popup
            aria-busy={isSearching || undefined}
            className="bg-raised border-line shadow-float max-h-[min(24rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-card border py-1"
          >
            <Autocomplete.Status>
              {status === null ? null : (
                <span className="text-muted flex min-h-11 items-center gap-2 px-4 text-sm">
                  {isSearching ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
                  {status}
                </span>
              )}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(place: PlaceSuggestion) => (
                <Autocomplete.Item
                  key={place.id}
                  value={place}
                  onClick={() => {
                    choose(place);
                    // The keyboard of a phone would cover what was found.
                    if (window.matchMedia('(pointer: coarse)').matches) field.current?.blur();
                  }}
                  className="data-highlighted:bg-brand-wash flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 outline-none"
                >
                  <Icon aria-hidden="true" className="text-brand-ink size-5 shrink-0" />
                  <span className="min-w-0">
                    <span className="line-clamp-2 font-semibold">{place.title}</span>
                    <span className="text-muted line-clamp-2 text-sm">{place.detail}</span>
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

/** Base UI names its hidden buttons in English. */
function translateButtons(): void {
  for (const button of document.querySelectorAll('[aria-label="Dismiss"]')) button.ariaLabel = m.action_close();
}

function formatStatus({ isSearching, problem, count }: { isSearching: boolean; problem: unknown; count: number }) {
  if (problem) return toErrorMessage(problem);
  if (count > 0) return null;
  return isSearching ? m.place_search_searching() : m.place_search_none();
}

/** Locates a suggested place once it is chosen; a later choice wins. */
function usePlaceChoice(onPlace: (place: Place) => void, shownTitle: string) {
  const [chosenTitle, setChosenTitle] = useState(shownTitle);
  const location = useAction(({ locate }: PlaceSuggestion) => locate());
  const choose = (suggestion: PlaceSuggestion) => {
    setChosenTitle(suggestion.title);
    location.mutate(suggestion, { onSuccess: onPlace });
  };
  return { chosenTitle, choose };
}

/** A search starts after a pause this long. */
const PAUSE_MS = 200;
const MIN_LETTERS = 2;

/** The places that match the text while it is typed, from the second letter on. */
function usePlaceSearch(typed: string, near: Position, country?: string) {
  const query = useDebounced(typed.trim(), PAUSE_MS);
  const isLongEnough = typed.trim().length >= MIN_LETTERS;
  const isEnabled = isLongEnough && query.length >= MIN_LETTERS;
  const search = useQuery({
    queryKey: mapKeys.places(query, near, country),
    queryFn: ({ signal }) => searchPlaces(query, near, signal, country),
    // The previous text is not searched for again when `near` changes while somebody types.
    enabled: isEnabled && query === typed.trim(),
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return {
    places: isEnabled ? (search.data ?? []) : [],
    isSearching: isLongEnough && (search.isFetching || query !== typed.trim()),
    problem: isEnabled ? search.error : null,
    isLongEnough,
  };
}
