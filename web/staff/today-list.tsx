import { useQuery } from '@tanstack/react-query';
import { CalendarClock, LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { isSameDay } from '../../domain/days/country-time.ts';
import { groupBy } from '../../domain/group-by.ts';
import { formatClock, formatTableClock } from '../../domain/language/format.ts';
import { formatTimeRange } from '../../domain/reservations/times.ts';
import { formatSpaceInZone, nameSpace } from '../../domain/zones/space-names.ts';
import { useDuties } from '../account/session/duties.tsx';
import { ArrivalButton } from '../booking/desk/arrival-button.tsx';
import { formatMoment } from '../booking/parking-time.ts';
import { paths } from '../paths.ts';
import { DataAge } from '../ui/feedback/data-age.tsx';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button } from '../ui/form/button.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Badge } from '../ui/layout/badge.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ROOT } from '../ui/platform/query-keys.ts';
import { useMinute } from '../ui/platform/use-now.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { ReportButton } from './report-button.tsx';
import { getStayState, isFound, markGone, type Stay, sells, TODAY, TONES } from './today.ts';

/** Who comes today and tomorrow, by time; `none` is said when the search finds nobody. */
export function TodayList({ plate = '', none = m.staff_today_none() }: { plate?: string; none?: string }) {
  const now = useMinute();
  const [search, setSearch] = useState(plate);
  const query = useQuery(TODAY);
  const { data: held = [] } = useDuties();
  const takesMoney = held.some(sells);
  const [isLeaving, setIsLeaving] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const nameDay = ({ startsAt, warning }: Stay) => {
    if (warning !== null) return m.stay_warnings();
    return startsAt < now || isSameDay(startsAt, now) ? m.staff_tab_today() : m.arrival_tomorrow();
  };
  const find = (stays: Stay[]) =>
    stays.filter((stay) => isFound(stay, search) && (!isLeaving || getStayState(stay, now) === 'inside'));
  return (
    <>
      <div className={takesMoney ? 'grid grid-cols-2 gap-3' : 'grid'}>
        <DialogButton variant="primary" size="normal" className="min-h-16 text-xl" icon={LogIn} label={m.entry_title()}>
          {(close) => <EntryDialog now={now} onClose={close} />}
        </DialogButton>
        {takesMoney ? (
          <Button
            variant={isLeaving ? 'dark' : 'secondary'}
            className="min-h-16 text-xl"
            aria-pressed={isLeaving}
            onClick={() => setIsLeaving(!isLeaving)}
          >
            <LogOut aria-hidden="true" className="size-5" />
            {m.exit_title()}
          </Button>
        ) : null}
      </div>
      <SearchField label={m.staff_search()} placeholder={m.staff_search()} value={search} onSearch={setSearch} />
      <DataAge query={query} />
      <QueryState
        query={query}
        loading={<SkeletonList label={m.reservations_loading()} shapes={['h-40', 'h-40', 'h-40']} className="gap-3" />}
        isEmpty={(stays) => find(stays).length === 0}
        empty={<StatePanel icon={CalendarClock} title={isLeaving ? m.exit_none() : none} />}
      >
        {(stays) =>
          [...groupBy(find(stays), nameDay)].map(([day, list]) => (
            <section key={day} aria-label={day} className="flex flex-col gap-2">
              <h2 className="text-xl font-bold">{day}</h2>
              <ul className="grid gap-2 md:grid-cols-2">
                {list.map((stay) => (
                  <StayCard key={stay.id} stay={stay} now={now} onLeave={takesMoney ? setLeaving : null} />
                ))}
              </ul>
            </section>
          ))
        }
      </QueryState>
      {leaving && <ExitDialog id={leaving} now={now} onClose={() => setLeaving(null)} />}
    </>
  );
}

function StayCard({ stay, now, onLeave }: { stay: Stay; now: Date; onLeave: null | ((id: string) => void) }) {
  const { zoneName, arrivedAt } = stay;
  const state = getStayState(stay, now);
  const plate = stay.plate ?? m.today_no_plate();
  const space = nameSpace(stay.spaceName);
  const place = formatSpaceInZone({ name: space, zoneName });
  const paidUntil = stay.paidUntil && formatClock(stay.paidUntil);
  const paid = paidUntil && state === 'inside' && stay.warning !== 'paid' && m.exit_paid_state({ time: paidUntil });
  const time = (stay.warning === 'paid' && paidUntil) || formatClock(stay.endsAt);
  const gone = useAction(markGone, { invalidates: [ROOT.staff] });
  return (
    <li>
      <Card className="flex h-full flex-col gap-2">
        <Link
          to={paths.staffStay(stay.id)}
          className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-3 text-2xl font-bold"
        >
          <span className="tracking-wide">{plate}</span>
          <span className="wrap-anywhere">{place}</span>
        </Link>
        <p className="flex flex-wrap items-center justify-between gap-2 font-semibold tabular-nums">
          {state === 'inside' ? m.stay_since({ time: formatMoment(stay.startsAt, now) }) : formatTimeRange(stay)}
          <Badge tone={TONES[state]}>{m.staff_state({ state })}</Badge>
        </p>
        {arrivedAt && state !== 'inside' && <p>{m.today_arrived_at({ time: formatTableClock(arrivedAt) })}</p>}
        {paid && <p className="font-semibold">{paid}</p>}
        {stay.warning && <p className="text-danger font-semibold">{m.stay_warning({ warning: stay.warning, time })}</p>}
        <div className="mt-auto flex flex-wrap gap-2">
          {state === 'inside' && onLeave ? (
            <Button className="flex-1" aria-label={m.exit_of({ plate, space })} onClick={() => onLeave(stay.id)}>
              {m.exit_pay()}
            </Button>
          ) : null}
          {stay.warning === 'paid' && onLeave ? (
            <Button variant="secondary" disabled={gone.isPending} onClick={() => gone.mutate(stay.id)}>
              {m.stay_gone()}
            </Button>
          ) : null}
          {state === 'over' || state === 'inside' ? null : (
            <ArrivalButton reservation={stay} now={now} names={{ plate, space }} className="flex-1" />
          )}
          <ReportButton spaceId={stay.spaceId} place={place} />
        </div>
      </Card>
    </li>
  );
}
