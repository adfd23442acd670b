import { SquareParkingOff } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { getHourlyRate, type Space, type Zone } from '../../../../domain/zones/zone.ts';
import { InvalidRowNote } from '../../../ui/invalid-rows.tsx';
import { LongList } from '../../../ui/long-list/long-list.tsx';
import { ScrollerContext } from '../../../ui/long-list/scroller-context.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { formatFreeTime } from './free-time.ts';
import { SpaceRow } from './space-row.tsx';
import { useSpaceCheck } from './use-space-check.ts';
import { useSpaces } from './use-spaces.ts';
import { useTakenTimes } from './use-taken-times.ts';

const NO_SPACES: Space[] = [];
/** In px. */
const ROW_HEIGHT = 61;

type SpaceListProps = {
  zone: Pick<Zone, 'id' | 'pricePerHour'>;
  /** When to park; null for now. */
  period: Period | null;
  /** Called with a space that is free then. */
  onReserve: (space: Space) => void;
};

/** The spaces of a zone. Reserve checks again that the space is free. */
export function SpaceList({ zone, period, onReserve }: SpaceListProps) {
  const spaces = useSpaces(zone.id, period);
  const taken = useTakenTimes(zone.id, spaces.data?.rows ?? NO_SPACES, period === null);
  const { checking, checkSpace } = useSpaceCheck(period, onReserve);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);

  return (
    <QueryState
      query={spaces}
      loading={<SkeletonList label={m.zone_spaces_loading()} shapes={['h-15', 'h-15', 'h-15']} />}
      failedText={m.zone_spaces_failed()}
      isEmpty={({ count }) => count === 0}
      empty={<StatePanel icon={SquareParkingOff} title={m.zone_spaces_none()} />}
    >
      {({ rows, invalid }) => (
        <section
          ref={setScroller}
          aria-label={m.zone_spaces_label()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach a region that scrolls
          tabIndex={0}
          className="border-line max-h-64 overflow-y-auto rounded-card border"
        >
          <ScrollerContext value={scroller}>
            <LongList
              items={rows}
              getKey={({ id }) => id}
              rowHeight={ROW_HEIGHT}
              rowClassName="border-line border-b last:border-b-0"
            >
              {(space) => (
                <SpaceRow
                  space={space}
                  hourlyRate={getHourlyRate(space, zone)}
                  freeTime={
                    period === null && taken ? formatFreeTime(space, taken.get(space.id) ?? [], new Date()) : null
                  }
                  isBusy={checking !== null}
                  isChecking={checking?.id === space.id}
                  onReserve={() => checkSpace(space)}
                />
              )}
            </LongList>
          </ScrollerContext>
          <ul className="empty:hidden">
            {invalid.map((row) => (
              <li key={row.id} className="p-4">
                <InvalidRowNote row={row} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </QueryState>
  );
}
