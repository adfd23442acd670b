import { Star } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { AMENITIES } from '../../domain/zones/amenities.ts';
import type { Origin } from '../../domain/zones/distance.ts';
import { ArrivalChip, useChosenArrival } from '../booking/arrival/chosen-arrival.tsx';
import { AmenityFilter, ToggleChip } from '../booking/zones/amenity-filter.tsx';
import { useFavourites } from '../booking/zones/favourites.ts';
import { ZoneList } from '../booking/zones/zone-list.tsx';
import type { ZoneOrder } from '../booking/zones/zones.ts';
import { useUserLocation } from '../map/use-user-location.ts';
import { useNavigationState, zonesState } from '../navigation-state.ts';
import { FilterField } from '../ui/form/filter-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { useDebounced } from '../ui/platform/use-debounced.ts';

const TYPING_MS = 250;
const AMENITY_PARAMETER = 'with';
const FAVOURITES_PARAMETER = 'favourites';

const ORDERS: readonly { value: ZoneOrder; label: string }[] = [
  { value: 'name', label: m.zones_order_name() },
  { value: 'near', label: m.zones_nearest_first() },
  { value: 'price', label: m.zones_order_price() },
  { value: 'free', label: m.zones_order_free() },
];

/** Every zone in a list, as an alternative to the map. */
export function ZonesScreen() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [words, setWords] = useState('');
  const settled = useDebounced(words, TYPING_MS);
  const chosen = useChosenArrival();
  const origin = useOrigin();
  const [chosenOrder, setOrder] = useState<ZoneOrder | null>(null);
  const order = chosenOrder ?? (origin.origin === null ? 'name' : 'near');
  const amenities = AMENITIES.filter((flag) => search.getAll(AMENITY_PARAMETER).includes(flag));
  const favourites = useFavourites();
  const showsFavourites = search.has(FAVOURITES_PARAMETER);
  const setFilter = (wanted: readonly string[], isFavourite: boolean) => {
    const parameters = wanted.map((flag) => [AMENITY_PARAMETER, flag]);
    if (isFavourite) parameters.push([FAVOURITES_PARAMETER, '']);
    setSearch(new URLSearchParams(parameters), { replace: true, state });
  };

  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 pb-8">
      <ScreenHeader title={m.zones_title()} />
      <TextField
        label={m.zones_search()}
        type="search"
        enterKeyHint="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        {favourites.length === 0 && !showsFavourites ? null : (
          <ToggleChip icon={Star} isOn={showsFavourites} onClick={() => setFilter(amenities, !showsFavourites)}>
            {m.favourite_filter()}
          </ToggleChip>
        )}
        <AmenityFilter
          wanted={amenities}
          onChange={(wanted) => setFilter(wanted, showsFavourites)}
          className="sm:flex-wrap"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ArrivalChip chosen={chosen} />
        <FilterField
          label={m.zones_order()}
          className="max-w-full"
          value={order}
          options={ORDERS}
          onChange={(wanted) => {
            setOrder(wanted);
            if (wanted === 'near' && origin.origin === null) origin.locate();
          }}
        />
        <p role="status" className="text-muted text-sm">
          {origin.isLocating ? m.location_finding() : origin.hint}
        </p>
      </div>
      <ZoneList
        filter={{
          amenities,
          words: settled,
          period: chosen.arrival,
          order,
          ids: showsFavourites ? favourites.map(({ id }) => id) : null,
        }}
        origin={origin.origin}
        onClearFilter={() => {
          setWords('');
          setFilter([], false);
        }}
      />
    </div>
  );
}

/** The place from the map that distances are measured from, or the position of the device once it was asked for. */
function useOrigin() {
  const fromMap = useNavigationState(zonesState)?.origin ?? null;
  const { location, ...own } = useUserLocation({ startsIfAllowed: getInstallation().startsAtDriver });
  const origin: Origin | null = location === null ? fromMap : { name: null, position: location };
  return { origin, ...own };
}
