import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { MAP_SERVICE } from './map-service.ts';
import type { PlaceSearchBox } from './place-search-box.tsx';

/** The address search; its part of the product is loaded after the screen has come up. */
export function PlaceSearch(props: ComponentProps<typeof PlaceSearchBox>) {
  const library = useQuery({
    queryKey: ['place-search-library'],
    queryFn: () => import('./place-search-box.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  if (library.data !== undefined) return <library.data.PlaceSearchBox {...props} />;
  return (
    <div
      role={library.isError ? 'alert' : 'status'}
      className="bg-raised shadow-float border-line text-muted flex h-12 w-full items-center gap-2 rounded-full border px-4"
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      {library.isError ? `Error loading ${MAP_SERVICE} Places API` : 'Loading...'}
    </div>
  );
}
