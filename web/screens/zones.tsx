import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AMENITIES } from '../../domain/zones/amenities.ts';
import { paths } from '../paths.ts';
import { useDebounced } from '../platform/use-debounced.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AmenityFilter } from '../zones/list/amenity-filter.tsx';
import { ZoneList } from '../zones/list/zone-list.tsx';

/** Debounces typing. */
const TYPING_MS = 250;
const AMENITY_PARAMETER = 'with';

/** Every zone in a list, as an alternative to the map. */
export function ZonesScreen() {
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState('');
  const settled = useDebounced(words, TYPING_MS);
  const amenities = AMENITIES.filter((flag) => search.getAll(AMENITY_PARAMETER).includes(flag));
  const setAmenities = (wanted: string[]) =>
    setSearch(new URLSearchParams(wanted.map((flag) => [AMENITY_PARAMETER, flag])), { replace: true });

  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 pb-8">
      <ScreenHeader title="All parking zones" />
      <TextField
        label="Name or address"
        type="search"
        enterKeyHint="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <AmenityFilter
        wanted={amenities}
        onChange={setAmenities}
        className="-mx-4 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
      />
      <ZoneList
        filter={{ amenities, words: settled }}
        onClearFilter={() => {
          setWords('');
          setAmenities([]);
        }}
        toZone={paths.reserveParking}
      />
    </div>
  );
}
