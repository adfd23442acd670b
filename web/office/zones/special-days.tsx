import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { addDays, parseTime } from '../../../domain/days/country-time.ts';
import { getCountryDay, isDayRange } from '../../../domain/days/day-range.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../../booking/keys.ts';
import { toResolutions } from '../../booking/space-status/resolutions.ts';
import {
  describeSave,
  TouchedReservations,
  useTouchedReservations,
} from '../../booking/space-status/status-dialog.tsx';
import { formatSpecialDay, listSpecialDays } from '../../data/special-days.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import type { AdminZone } from './admin-zone.ts';
import { closeDays, endSpecialDay } from './zones.ts';

/** The closed days and events of a zone, which are added and ended. */
export function SpecialDays({ zone }: { zone: AdminZone }) {
  const days = useQuery({
    queryKey: bookingKeys.zones('days', zone.id),
    queryFn: ({ signal }) => listSpecialDays(zone.id, signal),
  });
  const [isAdding, setIsAdding] = useState(false);
  const ending = useAction(endSpecialDay, { done: m.special_day_ended(), invalidates: RESERVATION_CHANGES });
  return (
    <section aria-label={m.special_days_title()} className="flex flex-col items-start gap-2">
      <h3 className="text-sm font-semibold">{m.special_days_title()}</h3>
      <QueryState query={days} loading={<LoadingNote>{m.special_days_loading()}</LoadingNote>}>
        {(found) => (
          <ul className="self-stretch">
            {found.map((day) => (
              <li key={day.id} className="flex items-center justify-between gap-2 wrap-anywhere">
                {formatSpecialDay(day)}
                <IconButton icon={Trash2} label={m.special_day_end(day)} onClick={() => ending.mutate(day.id)} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
        {m.special_day_add()}
      </Button>
      {isAdding ? <CloseDaysDialog zone={zone} onClose={() => setIsAdding(false)} /> : null}
    </section>
  );
}

/** Each reservation on the closed days is moved or cancelled. */
function CloseDaysDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const today = getCountryDay(getNow());
  const [day, setDay] = useState({ id: crypto.randomUUID(), name: '', first_day: '', last_day: '' });
  const { first_day: first, last_day: last } = day;
  const isComplete = isDayRange({ first, last }) && day.name.trim() !== '';
  const time = { startsAt: first === today ? null : parseTime(first), endsAt: addDays(parseTime(last), 1) };
  const touched = useTouchedReservations({ spaces: null, zone: zone.id }, time, isComplete);
  const { reservations, choices } = touched;
  const saving = useAction(closeDays, { done: m.special_day_added(), invalidates: RESERVATION_CHANGES, onClose });
  const field = (name: 'name' | 'first_day' | 'last_day') => ({
    value: day[name],
    onChange: ({ target }: { target: { value: string } }) => setDay({ ...day, [name]: target.value }),
  });
  return (
    <Modal open size="medium" isClosable={!saving.isPending} onClose={onClose} title={m.special_day_add()}>
      <TextField label={m.special_day_name()} maxLength={60} {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="date" label={m.audit_column_first_day()} min={today} {...field('first_day')} />
        <TextField type="date" label={m.audit_column_last_day()} min={first || today} {...field('last_day')} />
      </div>
      {isComplete ? <TouchedReservations {...touched} /> : null}
      <DialogButtons
        label={describeSave(reservations.length)}
        isPending={saving.isPending}
        isDisabled={!isComplete || touched.isOpen}
        onConfirm={() => saving.mutate({ ...day, zone: zone.id, resolutions: toResolutions(reservations, choices) })}
        onCancel={onClose}
      >
        {saving.error === null ? null : <ErrorNote error={saving.error} />}
      </DialogButtons>
    </Modal>
  );
}
