import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { m } from '#messages';
import { mapKeys } from '../keys.ts';
import { usesGoogle, whenIdle, withRetries } from '../map-service.ts';
import type { PlaceSearchBox } from './place-search-box.tsx';

/** The address search. It is loaded when somebody enters its field, or when the page is idle. Google's comes with its map. */
export function PlaceSearch(props: Omit<ComponentProps<typeof PlaceSearchBox>, 'early'>) {
  const { shownTitle = '' } = props;
  const [early, setEarly] = useState({ text: shownTitle, hasFocus: false });
  // Only the loaded search can clear the place.
  const [isWanted, setIsWanted] = useState(shownTitle !== '');
  useEffect(() => whenIdle(() => setIsWanted(true)), []);
  const library = useQuery({
    queryKey: mapKeys.library('search'),
    queryFn: loadPlaceSearch,
    enabled: isWanted || usesGoogle(),
    // `loadPlaceSearch` retries by itself.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  if (library.data !== undefined) return <library.data.PlaceSearchBox {...props} early={early} />;
  return (
    <div
      role={library.isError ? 'alert' : undefined}
      className={clsx(
        'bg-raised shadow-float border-line text-muted focus-within:border-brand-ink has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-brand-ink flex min-h-12 w-full min-w-0 items-center gap-2 border px-4',
        library.isError ? 'rounded-card py-2 text-sm' : 'rounded-full',
      )}
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      {library.isError ? (
        usesGoogle() ? (
          m.place_search_google_failed()
        ) : (
          m.problem_search_failed()
        )
      ) : (
        <input
          aria-label={m.place_search_label()}
          aria-busy={library.isFetching || undefined}
          placeholder={library.isFetching ? m.status_loading() : m.place_search_label()}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          value={early.text}
          onChange={({ target }) => setEarly({ text: target.value, hasFocus: true })}
          onFocus={() => {
            setEarly({ ...early, hasFocus: true });
            setIsWanted(true);
          }}
          onBlur={() => setEarly({ ...early, hasFocus: false })}
          className="placeholder:text-muted text-ink h-12 min-w-0 flex-1 bg-transparent text-capped outline-none"
        />
      )}
    </div>
  );
}

async function loadPlaceSearch() {
  const box = withRetries(() => import('./place-search-box.tsx'));
  if (usesGoogle()) {
    const { loadGoogleLibrary } = await withRetries(() => import('../google/load-google-maps.ts'));
    await Promise.all([box, loadGoogleLibrary('places')]);
  }
  return box;
}
