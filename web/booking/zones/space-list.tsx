import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, SquareParkingOff } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { createPeriod, type Period } from '../../../domain/days/period.ts';
import { formatDayOfYear } from '../../../domain/language/format.ts';
import { formatRateRange } from '../../../domain/money/money.ts';
import { findFreeAgainAt, findFreeUntil } from '../../../domain/zones/occupancy.ts';
import { getHourlyRate, type Space, type Zone } from '../../../domain/zones/zone.ts';
import { isFreeForNextHour, isSpaceFree, listTakenTimes } from '../../data/occupancy.ts';
import { listSpaces } from '../../data/space.ts';
import { InvalidRowNote } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { bookingKeys } from '../keys.ts';
import { sayMoment } from '../parking-time.ts';
import { ZONES_REFRESH_MS } from './zones.ts';

const NO_SPACES: Space[] = [];
const PAGE_SIZE = 50;

type SpaceListProps = {
  zone: Pick<Zone, 'id' | 'pricePerHour'>;
  period: Period | null;
  onReserve: (space: Space) => void;
};

/** The spaces of a zone. Reserve checks again that the space is free. */
export function SpaceList({ zone, period, onReserve }: SpaceListProps) {
  const spaces = useSpaces(zone.id, period);
  const taken = useTakenTimes(zone.id, spaces.data?.rows ?? NO_SPACES, period === null);
  const { checking, checkSpace } = useSpaceCheck(period, onReserve);
  const [shownCount, setShownCount] = useState(PAGE_SIZE);
  const anySpace = findAnySpace(zone, spaces.data?.rows ?? NO_SPACES);

  return (
    <QueryState
      query={spaces}
      loading={<SkeletonList label={m.zone_spaces_loading()} shapes={['h-15', 'h-15', 'h-15']} />}
      failedText={m.zone_spaces_failed()}
      isEmpty={({ count }) => count === 0}
      empty={<StatePanel icon={SquareParkingOff} title={m.zone_spaces_none()} />}
    >
      {({ rows, invalid }) => (
        <>
          {anySpace === null ? null : (
            <Button disabled={checking !== null} onClick={() => checkSpace(anySpace)}>
              {m.zone_spaces_any()}
            </Button>
          )}
          <section
            aria-label={m.zone_spaces_label()}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach a region that scrolls
            tabIndex={0}
            className="border-line max-h-64 overflow-y-auto rounded-card border"
          >
            <ul className="divide-line divide-y">
              {rows.slice(0, shownCount).map((space) => (
                <SpaceRow
                  key={space.id}
                  space={space}
                  hourlyRate={getHourlyRate(space, zone)}
                  freeTime={
                    period === null && taken ? formatFreeTime(space, taken.get(space.id) ?? [], getNow()) : null
                  }
                  isBusy={checking !== null}
                  isChecking={checking?.id === space.id}
                  onReserve={() => checkSpace(space)}
                />
              ))}
            </ul>
            <ShowMoreButton
              list={{
                hasNextPage: shownCount < rows.length,
                isFetchingNextPage: false,
                fetchNextPage: () => setShownCount(shownCount + PAGE_SIZE),
              }}
              className="w-full"
            >
              {m.zone_spaces_show_more()}
            </ShowMoreButton>
            <ul className="empty:hidden">
              {invalid.map((row) => (
                <li key={row.id} className="p-4">
                  <InvalidRowNote row={row} />
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </QueryState>
  );
}

/** The first free space, where several are free at one price. */
function findAnySpace(zone: Pick<Zone, 'pricePerHour'>, spaces: readonly Space[]): Space | null {
  const [first, ...others] = spaces.filter(({ status }) => status === 'available');
  const hasOnePrice = others.every((space) => getHourlyRate(space, zone) === (first && getHourlyRate(first, zone)));
  return first === undefined || others.length === 0 || !hasOnePrice ? null : first;
}

/**
 * Checks that a space is free for the period, or for the next hour.
 * @param onFree called with the space if it is; otherwise a toast gives the reason and the lists reload
 */
function useSpaceCheck(period: Period | null, onFree: (space: Space) => void) {
  const queryClient = useQueryClient();
  const check = useAction(
    ({ id }: Space) =>
      period === null ? isFreeForNextHour(id, getNow()) : isSpaceFree(id, period, 'availability-unknown'),
    {
      getKey: () => null,
      onSuccess: async (isFree, space) => {
        if (isFree) return onFree(space);
        toast.error(m.problem_space_currently_reserved());
        await readAgain(queryClient, [bookingKeys.spaces(), bookingKeys.zones()]);
      },
    },
  );
  return {
    checking: check.isPending ? check.variables : null,
    checkSpace: (space: Space) => check.mutate(space),
  };
}

function useSpaces(zoneId: string, period: Period | null) {
  const spaces = useQuery({
    queryKey: bookingKeys.spaces(zoneId, period),
    queryFn: () => listSpaces(zoneId, period),
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(spaces.error);
  return spaces;
}

type SpaceRowProps = {
  space: Space;
  hourlyRate: number;
  freeTime: string | null;
  isBusy: boolean;
  isChecking: boolean;
  onReserve: () => void;
};

function SpaceRow({ space, hourlyRate, freeTime, isBusy, isChecking, onReserve }: SpaceRowProps) {
  const isAvailable = space.status === 'available';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-[1_1_9rem]">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="max-w-full font-semibold wrap-break-word">{space.name}</span>
          <span className="text-sm font-medium tabular-nums">
            {formatRateRange({ lowestRate: hourlyRate, highestRate: hourlyRate, hasRates: space.hasRates })}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-2 text-sm">
          <span className={isAvailable ? 'text-positive font-semibold' : 'text-danger font-semibold'}>
            {m[`space_status_${space.status}` as const]()}
          </span>
          {freeTime === null ? null : <span className="text-muted">{freeTime}</span>}
        </span>
      </span>
      <Button
        variant="secondary"
        className="ml-auto min-h-11! px-4!"
        disabled={!isAvailable || isBusy}
        aria-label={m.zone_spaces_reserve_space({ space: space.name })}
        aria-busy={isChecking}
        onClick={onReserve}
      >
        {isChecking ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
        {m.zone_spaces_reserve()}
      </Button>
    </li>
  );
}

const LOOK_AHEAD_HOURS = 24;

/** When the spaces of a zone are taken from now on; undefined until that is known, as it is only a hint. */
function useTakenTimes(zoneId: string, spaces: readonly Space[], isWanted: boolean): Map<string, Period[]> | undefined {
  const ids = spaces.map(({ id }) => id);
  const times = useQuery({
    queryKey: bookingKeys.spaces(zoneId, 'taken', ids),
    queryFn: () => listTakenTimes(ids, createPeriod(getNow(), LOOK_AHEAD_HOURS)),
    enabled: isWanted && ids.length > 0,
    refetchInterval: ZONES_REFRESH_MS,
    structuralSharing: false,
  });
  return times.data;
}

/** Such as 'Free until 3:00 PM' or 'Free again at 3:00 PM'; null for a space that is out of use or occupied without a booking. */
export function formatFreeTime(space: Space, taken: readonly Period[], now: Date): string | null {
  if (space.status === 'available') {
    const until = findFreeUntil(taken, now);
    if (until === null) return m.space_free_next_day();
    return sayMoment(until, now, m.space_free_until, m.space_free_until_day, formatDayOfYear);
  }
  if (space.status === 'maintenance' || space.status === 'closed') return null;
  const again = findFreeAgainAt(taken, now);
  return again && sayMoment(again, now, m.space_free_again, m.space_free_again_day, formatDayOfYear);
}
