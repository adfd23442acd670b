import { type Ref, useId } from 'react';
import { m } from '#messages';
import { compareNames } from '../../../domain/zones/space-names.ts';
import type { Movements } from './data.ts';
import { StayCard } from './stay-card.tsx';
import type { TodaysStay } from './todays-stay.ts';

type MovementListProps = {
  ref: Ref<HTMLHeadingElement>;
  title: string;
  emptyText: string;
  movements: Movements;
  now: number;
  savingId: string | null;
  onToggleArrival: (stay: TodaysStay) => void;
  onComplete: (stay: TodaysStay) => void;
};

/** The stays of a movement by zone, each zone in the order of time. */
export function MovementList({ ref, title, emptyText, movements, savingId, ...card }: MovementListProps) {
  const titleId = useId();
  const { stays, hasMore } = movements;
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-1 flex-col gap-3">
      <h3 id={titleId} ref={ref} tabIndex={-1} className="scroll-mt-20 text-xl font-bold">
        {title}
      </h3>
      {stays.length === 0 ? <p className="text-muted">{emptyText}</p> : null}
      {groupByZone(stays).map(([zone, inZone]) => (
        <div key={zone} className="flex flex-col gap-2">
          <h4 className="font-semibold text-muted wrap-anywhere">{zone}</h4>
          <ul aria-label={zone} className="flex flex-col gap-2">
            {inZone.map((stay) => (
              <li key={stay.id}>
                <StayCard stay={stay} isSaving={stay.id === savingId} {...card} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {hasMore ? <p role="status">{m.today_more({ count: stays.length })}</p> : null}
    </section>
  );
}

function groupByZone(stays: readonly TodaysStay[]): [string, TodaysStay[]][] {
  const zones = Map.groupBy(stays, ({ zoneName }) => zoneName ?? m.today_unknown_zone());
  return [...zones].toSorted(([a], [b]) => compareNames(a, b));
}
