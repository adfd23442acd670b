import { type ComponentProps, useState } from 'react';
import { m } from '#messages';
import { joinFacts } from '../../domain/language/format.ts';
import { formatTimeRange } from '../../domain/reservations/times.ts';
import { nameSpace } from '../../domain/zones/space-names.ts';
import { TicketOf } from '../booking/desk/ticket-action.tsx';
import { formatMoment } from '../booking/parking-time.ts';
import { Modal } from '../ui/feedback/modal.tsx';
import { QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { staffKeys } from './keys.ts';
import { useOwnZones } from './team.ts';
import { enterPlate, type WalkIn } from './today.ts';

/** The zone that was chosen last. */
let gate = '';

/** Lets a car in by its plate, and shows its space and its ticket. */
export function EntryDialog({ now, onClose }: { now: Date; onClose: () => void }) {
  // A car stands in one zone.
  const zones = useOwnZones('attendant', 'cashier', 'manager').filter(({ value }) => value !== '');
  const [chosen, setChosen] = useState(gate);
  const { value: zone } = zones.find(({ value }) => value === chosen) ?? zones[0] ?? { value: null };
  // Another plate gets another key, as it is another entry.
  const [typed, setTyped] = useState({ plate: '', key: crypto.randomUUID() });
  const { mutate, data, isPending, error } = useAction(() => enterPlate({ ...typed, zone }), {
    invalidates: [staffKeys.today()],
    onError: () => undefined,
    onSuccess: () => (gate = zone ?? ''),
  });
  if (data) return <Entered stay={data} now={now} onClose={onClose} />;
  return (
    <QuestionDialog
      title={m.entry_title()}
      label={m.entry_confirm()}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={() => mutate()}
      isDisabled={typed.plate.trim() === '' || zone === null}
    >
      <TextField
        label={m.vehicle_plate()}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed.plate}
        onChange={({ target }) => setTyped({ plate: target.value.toUpperCase(), key: crypto.randomUUID() })}
      />
      {zones.length < 2 ? null : (
        <SelectField
          label={m.field_zone()}
          options={zones}
          value={zone ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </QuestionDialog>
  );
}

function Entered({ stay, now, onClose }: { stay: WalkIn; now: Date; onClose: () => void }) {
  const { id, plate, zoneName, isOpen } = stay;
  const space = nameSpace(stay.spaceName);
  const times = isOpen ? m.stay_since({ time: formatMoment(stay.startsAt, now) }) : formatTimeRange(stay);
  const writeMessage = (address: string) => m.entry_message({ plate, space, zone: zoneName ?? '', address });
  return (
    <DoneDialog title={stay.isNew ? m.entry_done({ plate }) : m.entry_known({ plate })} big={space} onClose={onClose}>
      <p className="text-center font-semibold">{joinFacts(zoneName, times)}</p>
      {isOpen ? <TicketOf id={id} writeMessage={writeMessage} /> : null}
    </DoneDialog>
  );
}

/** Says what was done; `big` can be read from a distance. */
export function DoneDialog({ big, children, ...modal }: { big: string } & Omit<ComponentProps<typeof Modal>, 'open'>) {
  return (
    <Modal open {...modal}>
      <output className="text-center text-5xl font-extrabold wrap-anywhere tabular-nums">{big}</output>
      {children}
      <Button variant="secondary" className="print:hidden" onClick={modal.onClose}>
        {m.action_close()}
      </Button>
    </Modal>
  );
}
