import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, MapPinOff, SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { formatAmenity } from '../../../domain/zones/amenities.ts';
import type { Origin, Position } from '../../../domain/zones/distance.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { paths } from '../../paths.ts';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { joinRows } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';
import { AmenityIcon } from './amenity-filter.tsx';
import { ZoneFacts } from './zone-facts.tsx';
import { listZonePage, type ZoneFilter } from './zones.ts';

type ZoneListProps = {
  filter: Omit<ZoneFilter, 'near'>;
  origin: Origin | null;
  onClearFilter: () => void;
};

/** Every zone that matches the filter, also those without a position on the map. */
export function ZoneList({ filter, origin, onClearFilter }: ZoneListProps) {
  const near = origin?.position ?? null;
  const { list, zones, total } = useZoneList({ ...filter, near });
  // The first cards are rendered in parts, between which a slow phone reacts to a touch.
  const isShown = useDeferredValue(list.data !== undefined);
  const hasNoFavourite = filter.ids?.length === 0;
  const isFiltered = filter.ids != null || filter.amenities.length > 0 || (filter.words ?? '').trim() !== '';
  const loading = <SkeletonList label={m.zone_list_loading()} shapes={['h-24', 'h-24', 'h-24', 'h-24']} />;
  if (list.data !== undefined && !isShown) return loading;
  return (
    <QueryState query={list} loading={loading} failedText={m.zone_list_failed()}>
      {() => (
        <div className="flex flex-col gap-3" aria-busy={list.isPlaceholderData}>
          <p role="status" className="text-muted text-sm">
            {formatCount(total, list.isPlaceholderData || filter.order !== 'near' ? null : origin)}
          </p>
          {zones.count > 0 ? null : isFiltered || list.isPlaceholderData ? (
            <StatePanel
              icon={SearchX}
              title={hasNoFavourite ? m.favourite_none() : m.zone_list_no_match()}
              text={hasNoFavourite ? m.favourite_none_hint() : m.zone_list_no_match_hint()}
              action={
                <Button variant="secondary" onClick={onClearFilter}>
                  {m.zone_list_show_all()}
                </Button>
              }
            />
          ) : (
            <StatePanel icon={MapPinOff} title={m.zone_list_empty()} />
          )}
          <ul className="flex flex-col gap-2">
            {zones.rows.map((zone) => (
              <li key={zone.id}>
                <ZoneCard zone={zone} period={filter.period} near={near} />
              </li>
            ))}
          </ul>
          <InvalidRows rows={zones.invalid} />
          <ShowMoreButton list={list}>{m.zone_list_show_more()}</ShowMoreButton>
        </div>
      )}
    </QueryState>
  );
}

/** How many zones there are, and where the nearest to first is measured from. */
function formatCount(count: number, origin: Origin | null): string {
  if (origin === null) return m.zone_list_count({ count });
  if (origin.name === null) return m.zone_list_count_near_you({ count });
  return m.zone_list_count_near_place({ count, place: origin.name });
}

function useZoneList(filter: ZoneFilter) {
  const list = useInfiniteQuery({
    queryKey: bookingKeys.zones('list', filter),
    queryFn: ({ pageParam }) => listZonePage(filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.zones.count, 0);
      return read < total ? read : undefined;
    },
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  const pages = list.data?.pages ?? [];
  return { list, zones: joinRows(pages.map((page) => page.zones)), total: pages.at(-1)?.total ?? 0 };
}

function ZoneCard({ zone, period, near }: { zone: Zone; period: Period | null; near: Position | null }) {
  return (
    <Link
      to={paths.reserveParking(zone.id)}
      className="border-line bg-surface hover:border-field-line flex items-center gap-3 rounded-card border p-3.5 transition-colors"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 font-semibold wrap-break-word">{zone.name}</span>
        <span className="text-muted line-clamp-2 text-sm">{zone.address}</span>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          <ZoneFacts zone={zone} period={period} near={near} />
          {zone.amenities.map((flag) => (
            <span key={flag} title={formatAmenity(flag)} className="text-muted inline-flex">
              <AmenityIcon flag={flag} className="size-4" />
              <span className="sr-only">{formatAmenity(flag)}</span>
            </span>
          ))}
        </span>
        {zone.position === null ? (
          <span className="text-muted inline-flex items-center gap-1.5 text-sm">
            <MapPinOff aria-hidden="true" className="size-4" />
            {m.zone_list_off_map()}
          </span>
        ) : null}
      </span>
      <ChevronRight aria-hidden="true" className="text-muted size-5 shrink-0" />
    </Link>
  );
}
