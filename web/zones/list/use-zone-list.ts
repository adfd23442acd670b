import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { joinRows } from '../../data/parse-rows.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listZonePage, type ZoneFilter } from '../data.ts';
import { ZONES_QUERY_KEY } from '../zone-queries.ts';

export function useZoneList(filter: ZoneFilter) {
  const list = useInfiniteQuery({
    queryKey: [...ZONES_QUERY_KEY, 'list', filter],
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
