import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#messages';
import { addDays, parseTime } from '../../../domain/days/country-time.ts';
import { getCountryDay, isDayRange } from '../../../domain/days/day-range.ts';
import { getCurrencySymbol, MAX_PRICE } from '../../../domain/money/money.ts';
import type { WeekWindow } from '../../../domain/money/rates.ts';
import { moneyKeys } from '../../money/keys.ts';
import { ListFields } from '../../money/rates/rate-editor.tsx';
import { RemovableRow } from '../../money/rates/rate-list.tsx';
import { listRates } from '../../money/rates/rate-tables.ts';
import { readRates } from '../../money/rates/rate-values.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { NumberField, TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { toResolutions } from '../space-status/resolutions.ts';
import { describeSave, TouchedReservations, useTouchedReservations } from '../space-status/status-dialog.tsx';
import { changeZone, saveOpeningHours } from './zone-changes.ts';
import { describeSpecialDays, useZoneTimes } from './zone-times.ts';

type ZoneDaysProps = { zoneId: string; isAdmin?: boolean };

/** The opening hours of a zone, and its closed days, events and days with other rates; those of all zones for administrators. */
export const ZoneDays = ({ zoneId, isAdmin = false }: ZoneDaysProps) => (
  <section aria-label={m.special_days_title()} className="flex flex-col gap-2">
    <h3 className="text-sm font-semibold">{m.special_days_title()}</h3>
    <QueryState query={useZoneTimes(zoneId)} loading={<LoadingNote>{m.special_days_loading()}</LoadingNote>}>
      {({ openingHours, hours, days }) => (
        <>
          <ul className="divide-line divide-y">
            <RemovableRow
              text={hours.join(' · ') || m.opening_hours_none()}
              title={m.opening_hours_remove_question()}
              about={m.opening_hours_remove_text()}
              isShown={openingHours !== null}
              send={() => saveOpeningHours(zoneId, null)}
            />
            {describeSpecialDays(days).map(({ id, name, kind, text, zoneId: own }) => (
              <RemovableRow
                key={id}
                text={text}
                title={m.special_day_end({ name })}
                isShown={own !== null || isAdmin}
                about={m.special_day_end_text({ kind, of: own ? 'one' : 'all' })}
                send={() => changeZone('end_special_day', { day: id })}
              />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <DialogButton label={m.opening_hours_change()}>
              {(onClose) => <HoursDialog zoneId={zoneId} hours={openingHours} onClose={onClose} />}
            </DialogButton>
            <DialogButton label={m.special_day_add()}>
              {(onClose) => <SpecialDayDialog zoneId={zoneId} isAdmin={isAdmin} onClose={onClose} />}
            </DialogButton>
          </div>
        </>
      )}
    </QueryState>
  </section>
);

type HoursDialogProps = { zoneId: string; hours: WeekWindow[] | null; onClose: () => void };

function HoursDialog({ zoneId, hours, onClose }: HoursDialogProps) {
  const fields = useRef<HTMLDivElement>(null);
  const { mutate, dialog } = useAction((chosen: unknown) => saveOpeningHours(zoneId, chosen), {
    done: m.opening_hours_saved(),
    invalidates: RESERVATION_CHANGES,
    onClose,
  });
  const save = () => {
    const form = fields.current?.closest('form');
    if (form?.reportValidity()) mutate(readRates(form, getNow(), ['hours'])['hours']);
  };
  return (
    <QuestionDialog size="medium" title={m.opening_hours_title()} label={m.action_save()} {...dialog} onConfirm={save}>
      <div ref={fields}>
        <ListFields part="hours" rows={hours ?? [{}]} least={1} />
      </div>
    </QuestionDialog>
  );
}

const KINDS = ['closed', 'event', 'table'].map((value) => ({ value, label: m.special_day_kind({ value }) }));
const PLACES = ['one', 'all'].map((value) => ({ value, label: m.special_day_zones({ value }) }));
const NO_DAY = { place: 'one', kind: 'closed', name: '', first: '', last: '', price: '', table: '' };

/** Adds a special day. For each reservation on a closed day it asks whether to move, cancel or keep it. */
function SpecialDayDialog({ zoneId, isAdmin, onClose }: ZoneDaysProps & { onClose: () => void }) {
  const today = getCountryDay(getNow());
  const [day, setDay] = useState(() => ({ ...NO_DAY, id: crypto.randomUUID() }));
  const { id, kind, name, first, last } = day;
  const rates = useQuery({ queryKey: moneyKeys.rates(), queryFn: ({ signal }) => listRates(signal) });
  const tables = rates.data?.tables.map((table) => ({ value: table.id, label: table.name })) ?? [];
  const price = kind === 'event' ? day.price : null;
  const table = kind === 'table' ? day.table || tables[0]?.value : null;
  const isComplete = isDayRange({ first, last }) && name.trim() !== '' && price !== '' && table !== undefined;
  const zone = day.place === 'all' ? null : zoneId;
  const time = { startsAt: first === today ? null : parseTime(first), endsAt: addDays(parseTime(last), 1) };
  const touched = useTouchedReservations({ spaces: null, zone }, time, isComplete && kind === 'closed');
  const { reservations, choices } = touched;
  const added = { id, zone, kind, name, price, first_day: first, last_day: last, rate_table: table };
  const { mutate, dialog } = useAction(
    () => changeZone('add_special_day', { ...added, resolutions: toResolutions(reservations, choices) }),
    { done: m.special_day_added(), invalidates: RESERVATION_CHANGES, onClose },
  );
  const field = (key: keyof typeof day) => ({
    value: day[key],
    onChange: ({ target }: { target: { value: string } }) => setDay({ ...day, [key]: target.value }),
  });
  const texts = { title: m.special_day_add(), label: describeSave(reservations.length) };
  return (
    <QuestionDialog size="medium" {...texts} {...dialog} isDisabled={!isComplete || touched.isOpen} onConfirm={mutate}>
      <SelectField label={m.special_day_what()} options={KINDS} {...field('kind')} />
      <TextField label={m.special_day_name()} maxLength={60} {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="date" label={m.audit_column_first_day()} min={today} {...field('first')} />
        <TextField type="date" label={m.audit_column_last_day()} min={first || today} {...field('last')} />
      </div>
      {kind === 'event' ? (
        <NumberField
          label={m.special_day_price({ symbol: getCurrencySymbol() })}
          hint={m.special_day_price_hint()}
          min={0}
          max={MAX_PRICE}
          step={0.01}
          {...field('price')}
        />
      ) : null}
      {kind === 'table' ? <SelectField label={m.special_day_table()} options={tables} {...field('table')} /> : null}
      {isAdmin ? <SelectField label={m.special_day_where()} options={PLACES} {...field('place')} /> : null}
      {isComplete && kind === 'closed' ? <TouchedReservations {...touched} /> : null}
    </QuestionDialog>
  );
}
