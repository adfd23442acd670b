import { useQuery } from '@tanstack/react-query';
import { differenceInMinutes } from 'date-fns/differenceInMinutes';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon, MapPinOff, ShieldCheck } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { m } from '#messages';
import { format } from '../../domain/days/country-time.ts';
import { formatDay, joinFacts } from '../../domain/language/format.ts';
import { formatMinutes, formatTimeRange } from '../../domain/reservations/times.ts';
import { formatMoment } from '../booking/parking-time.ts';
import { paths } from '../paths.ts';
import { QueryProblem, QueryState } from '../ui/feedback/query-state.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button } from '../ui/form/button.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { ShortFormButton } from '../ui/form/short-form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Card } from '../ui/layout/card.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { formatTime } from '../ui/platform/format-time.ts';
import { staffKeys } from './keys.ts';
import { changePlates, checkPlate, type Found, listSafelist, NOTE_KINDS } from './plates.ts';
import { useOwnZones } from './team.ts';
import { TODAY } from './today.ts';
import { TodayList } from './today-list.tsx';

const PLATE = {
  name: 'plate',
  label: m.vehicle_plate(),
  title: m.vehicle_plate_hint(),
  pattern: '[A-Za-z0-9 \\-]{2,20}',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  className: '[&_input]:uppercase',
};
const KINDS = NOTE_KINDS.map((kind) => ({ value: kind, label: m.plate_note({ kind }) }));
const NOTE = [
  { name: 'kind', label: m.audit_column_kind(), options: KINDS },
  { name: 'note', label: m.audit_column_note(), required: false, maxLength: 300 },
  { name: 'photo', label: m.plate_photo(), type: 'file', accept: 'image/*', capture: 'environment', required: false },
] as const;

const Line = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Card className="flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
    <p className="text-muted min-w-0 flex-1">
      <strong className="text-ink block text-lg">{title}</strong> {text}
    </p>
    {children}
  </Card>
);

/** What the operator knows of a car by its plate; below it the safelist, for managers. */
export function PlateCheck() {
  const zones = useOwnZones('attendant', 'cashier', 'manager');
  // The list of today is shown when the server does not reply.
  useQuery(TODAY);
  const { data: known, variables: asked, ...check } = useAction(checkPlate, { onError: () => undefined });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    check.mutate({ plate: String(typed.get('plate')), zone: String(typed.get('zone') ?? zones[0]?.value ?? '') });
  };
  return (
    <>
      <form className="flex flex-col gap-4 [&_input]:text-3xl [&_input]:font-bold" onSubmit={submit}>
        <TextField required {...PLATE} />
        {zones.length > 1 && <SelectField name="zone" label={m.staff_zone()} options={zones} />}
        <Button type="submit">{check.isPending ? m.plate_checking() : m.plate_check()}</Button>
      </form>
      {check.isError && asked ? (
        <>
          <QueryProblem query={{ ...check, isPaused: false, refetch: () => check.mutate(asked) }} />
          <TodayList key={asked.plate} plate={asked.plate} none={m.plate_not_in_old_list()} />
        </>
      ) : null}
      {known ? (
        <section aria-label={known.plate} className="flex flex-col gap-3">
          {known.found.some((one) => !one.is_similar) ? null : (
            <FoundPanel id="" state="nothing" plate={known.plate} is_similar={false} />
          )}
          {known.found.map((one) => (
            <FoundPanel key={one.id} {...one} />
          ))}
          <p className="text-muted">{m.plate_visits({ count: known.visits })}</p>
          {known.notes.map(({ id, kind, note, photo, made_by: by, created_at: at, zone_name: zone }) => (
            <Line key={id} title={joinFacts(m.plate_note({ kind }), note)} text={joinFacts(formatTime(at), zone, by)}>
              {photo && <img src={`data:image/jpeg;base64,${photo}`} alt={m.plate_photo()} className="rounded-card" />}
            </Line>
          ))}
          <ShortFormButton
            title={m.plate_note_add()}
            fields={NOTE}
            save={(typed, key) =>
              changePlates('add_plate_note', { key, plate: known.plate, zone: asked?.zone, ...typed })
            }
            done={m.staff_saved()}
          />
        </section>
      ) : null}
      <Safelist />
    </>
  );
}

const GOOD = 'bg-positive-wash text-positive';
const SOON = 'bg-brand-wash text-brand-ink';
const BAD = 'bg-danger-wash text-danger';
const LOOKS: Record<Found['state'], [look: string, icon: LucideIcon]> = {
  listed: [GOOD, ShieldCheck],
  now: [GOOD, CircleCheck],
  grace: [SOON, Clock],
  arrives: [SOON, Clock],
  inside: [GOOD, CircleCheck],
  elsewhere: [BAD, MapPinOff],
  over: [BAD, CircleX],
  nothing: [BAD, CircleHelp],
};

function FoundPanel({ id, state, plate, reason, ...found }: Found) {
  const { starts_at: startsAt, ends_at: endsAt, space_name: space } = found;
  const [look, icon] = LOOKS[state];
  const time = state === 'arrives' || state === 'inside' ? startsAt : endsAt;
  const ago = formatMinutes(endsAt ? differenceInMinutes(getNow(), endsAt) : 0);
  const period = startsAt && endsAt && state !== 'listed' ? formatTimeRange({ startsAt, endsAt }) : null;
  return (
    <div
      className={`rounded-card whitespace-pre-line [&_p]:text-xl [&_p]:text-current [&_p:first-of-type]:text-4xl ${look}`}
    >
      {found.is_similar ? <h2 className="px-4 pt-4 text-center text-xl font-bold">{m.plate_similar()}</h2> : null}
      <StatePanel
        icon={icon}
        title={m.plate_state({ state, ago, time: time ? formatMoment(time, getNow()) : '' })}
        text={[joinFacts(plate, space), found.zone_name, period, reason].filter(Boolean).join('\n')}
        {...(space && { link: { to: paths.staffStay(id), label: m.action_view_details() } })}
      />
    </div>
  );
}

/** The plates that need no reservation, for the managers who keep them. */
function Safelist() {
  const zones = useOwnZones('manager');
  const query = useQuery({ queryKey: staffKeys.safelist(), queryFn: listSafelist, enabled: zones.length > 0 });
  if (zones.length === 0) return null;
  const today = format(getNow(), 'yyyy-MM-dd');
  const fields = [
    PLATE,
    { name: 'zone', label: m.staff_zone(), options: zones },
    { name: 'reason', label: m.set_status_reason(), maxLength: 120 },
    { name: 'first_day', label: m.audit_column_valid_from(), type: 'date', defaultValue: today },
    { name: 'last_day', label: m.audit_column_valid_until(), type: 'date', required: false },
  ];
  return (
    <section aria-label={m.safelist_title()} className="border-line flex flex-col gap-3 border-t pt-4">
      <h2 className="text-xl font-bold">{m.safelist_title()}</h2>
      <QueryState query={query} loading={<p>{m.status_loading()}</p>}>
        {(entries) =>
          entries.map(({ id, plate, reason, zone_name: zone, valid_from: from, valid_until: to }) => (
            <Line key={id} title={plate} text={joinFacts(reason, zone ?? m.staff_all_zones(), describeDays(from, to))}>
              <ShortFormButton
                title={m.safelist_end({ plate })}
                opens={m.safelist_remove()}
                label={m.safelist_remove()}
                variant="danger"
                fields={[]}
                save={() => changePlates('end_on_safelist', { id })}
                invalidates={[staffKeys.safelist()]}
              />
            </Line>
          ))
        }
      </QueryState>
      <ShortFormButton
        title={m.safelist_add()}
        fields={fields}
        save={(typed, key) => changePlates('add_to_safelist', { key, ...typed })}
        invalidates={[staffKeys.safelist()]}
      />
    </section>
  );
}

const describeDays = (from: Date, end: Date | null | undefined) =>
  m.safelist_days({ first: formatDay(from), last: end ? formatDay(subMilliseconds(end, 1)) : 'none' });
