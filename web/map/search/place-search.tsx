import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { m } from '#messages';
import { PROBLEMS } from '../../../domain/problems.ts';
import { MAP_LIBRARY, usesGoogle } from '../map-service.ts';
import { withRetries } from '../with-retries.ts';
import type { PlaceSearchBox } from './place-search-box.tsx';

type PlaceSearchProps = ComponentProps<typeof PlaceSearchBox> & {
  /** Delays loading until more important content is shown. */
  isWaiting?: boolean;
};

/** The address search, loaded after the screen is shown. */
export function PlaceSearch({ isWaiting = false, ...props }: PlaceSearchProps) {
  const library = useQuery({
    queryKey: [...MAP_LIBRARY, 'search'],
    queryFn: loadPlaceSearch,
    enabled: !isWaiting,
    // `loadPlaceSearch` retries by itself.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  if (library.data !== undefined) return <library.data.PlaceSearchBox {...props} />;
  return (
    <div
      role={library.isError ? 'alert' : 'status'}
      className="bg-raised shadow-float border-line text-muted flex h-12 w-full min-w-0 items-center gap-2 rounded-full border px-4"
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      {library.isError
        ? usesGoogle()
          ? m.place_search_google_failed()
          : PROBLEMS['search-failed']()
        : m.status_loading()}
    </div>
  );
}

async function loadPlaceSearch() {
  const box = withRetries(() => import('./place-search-box.tsx'));
  if (usesGoogle()) {
    const { loadGoogleLibrary } = await withRetries(() => import('../google/services/load-google-maps.ts'));
    await Promise.all([box, loadGoogleLibrary('places')]);
  }
  return box;
}
