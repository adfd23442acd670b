import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { isSameDay } from '../../domain/days/country-time.ts';
import { groupBy } from '../../domain/group-by.ts';
import { formatTableClock } from '../../domain/language/format.ts';
import { formatTimeRange } from '../../domain/reservations/times.ts';
import { formatSpaceInZone, nameSpace } from '../../domain/zones/space-names.ts';
import { Composer } from '../account/messages/composer.tsx';
import { sendMessage } from '../account/messages/messages.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { mayArriveAt, toggleArrival } from '../booking/arrival/mark-arrival.ts';
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
import { staffKeys } from './keys.ts';
import { getStayState, isFound, type Stay, TODAY } from './today.ts';

/** Who comes today and tomorrow, by time; `none` says that nobody does whom the search finds. */
export function TodayList({ plate = '', none = m.staff_today_none() }: { plate?: string; none?: string }) {
  const now = useMinute();
  const [search, setSearch] = useState(plate);
  const query = useQuery(TODAY);
  const nameDay = ({ startsAt }: Stay) =>
    startsAt < now || isSameDay(startsAt, now) ? m.staff_tab_today() : m.arrival_tomorrow();
  const find = (stays: Stay[]) => stays.filter((stay) => isFound(stay, search));
  return (
    <>
      <SearchField label={m.staff_search()} placeholder={m.staff_search()} value={search} onSearch={setSearch} />
      <DataAge query={query} />
      <QueryState
        query={query}
        loading={<SkeletonList label={m.reservations_loading()} shapes={['h-40', 'h-40', 'h-40']} className="gap-3" />}
        isEmpty={(stays) => find(stays).length === 0}
        empty={<StatePanel icon={CalendarClock} title={none} />}
      >
        {(stays) =>
          [...groupBy(find(stays), nameDay)].map(([day, list]) => (
            <section key={day} aria-label={day} className="flex flex-col gap-2">
              <h2 className="text-xl font-bold">{day}</h2>
              <ul className="grid gap-2 md:grid-cols-2">
                {list.map((stay) => (
                  <StayCard key={stay.id} stay={stay} now={now} />
                ))}
              </ul>
            </section>
          ))
        }
      </QueryState>
    </>
  );
}

const TONES = { arrives: 'brand', parked: 'positive', late: 'danger', over: 'neutral' } as const;

function StayCard({ stay, now }: { stay: Stay; now: Date }) {
  const { mutate, isPending } = useAction(toggleArrival, { invalidates: [staffKeys.today()] });
  const { zoneName, arrivedAt } = stay;
  const state = getStayState(stay, now);
  const [plate, space] = [stay.plate ?? m.today_no_plate(), nameSpace(stay.spaceName)];
  const place = formatSpaceInZone({ name: space, zoneName });
  // The report is a message to the operator, who may reply to it.
  const message = { userId: useUser()?.id ?? '', sender: 'user', about: null, seenUntil: null } as const;
  const report = useAction(
    (note: string) =>
      sendMessage({ ...message, id: crypto.randomUUID(), text: m.staff_report_message({ space: place, note }) }),
    { done: m.staff_report_sent(), invalidates: [ROOT.account] },
  );
  const [act, label] =
    arrivedAt === null
      ? [m.today_mark_arrival(), m.today_mark_arrival_of({ plate, space })]
      : [m.action_undo(), m.today_undo_arrival({ plate, space })];
  return (
    <li>
      <Card className="flex h-full flex-col gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-2xl font-bold">
          <span className="tracking-wide">{plate}</span>
          <span className="wrap-anywhere">{place}</span>
        </p>
        <p className="flex flex-wrap items-center justify-between gap-2 font-semibold tabular-nums">
          {formatTimeRange(stay)}
          <Badge tone={TONES[state]}>{m.staff_state({ state })}</Badge>
        </p>
        {arrivedAt === null ? null : <p>{m.today_arrived_at({ time: formatTableClock(arrivedAt) })}</p>}
        <div className="mt-auto flex flex-wrap gap-2">
          {state !== 'over' && mayArriveAt(now.getTime(), stay) ? (
            <Button
              variant={arrivedAt === null ? 'primary' : 'secondary'}
              className="flex-1"
              disabled={isPending}
              aria-label={label}
              onClick={() => mutate(stay)}
            >
              {isPending ? m.action_saving() : act}
            </Button>
          ) : null}
          <DialogButton size="normal" label={m.staff_report()} title={m.staff_report_of({ space: place })}>
            {(close) => <Composer onSend={(note) => report.mutate(note, { onSuccess: close })} />}
          </DialogButton>
        </div>
      </Card>
    </li>
  );
}
