import { clsx } from 'clsx';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { formatTableClock } from '../../../domain/language/format.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { checkTicket, type ScannedTicket } from './today.ts';
import { type CameraProblem, useCameraCodes } from './use-camera-codes.ts';

type ScanDialogProps = {
  /** Called when an arrival may have been marked. */
  onMarked: () => void;
  onFindPlate: (plate: string) => void;
  onClose: () => void;
};

const TONES = {
  good: { icon: CircleCheck, className: 'bg-positive-wash text-positive' },
  caution: { icon: Clock, className: 'bg-brand-wash text-brand-ink' },
  bad: { icon: CircleX, className: 'bg-danger-wash text-danger' },
} satisfies Record<string, { icon: LucideIcon; className: string }>;

const REJECTED: Record<Exclude<ScannedTicket['verdict'], 'valid' | 'not-yet'>, Outcome> = {
  over: { tone: 'bad', title: m.ticket_over(), text: m.ticket_over_text() },
  cancelled: { tone: 'bad', title: m.ticket_cancelled(), text: m.ticket_cancelled_text() },
  changed: { tone: 'caution', title: m.ticket_changed(), text: m.scan_changed_text() },
  forged: { tone: 'bad', title: m.ticket_forged(), text: m.ticket_forged_text() },
};

const PROBLEM_TEXTS: Record<CameraProblem, string> = {
  denied: m.scan_camera_denied(),
  absent: m.scan_camera_absent(),
  'no-reader': m.scan_reader_not_loaded(),
};

/** Scans one ticket after the other. */
export function ScanDialog({ onMarked, onFindPlate, onClose }: ScanDialogProps) {
  const check = useAction(checkTicket, { onError: () => undefined, onSettled: onMarked });
  return (
    <Modal open size="large" onClose={onClose} title={m.scan_ticket()}>
      {check.isIdle ? (
        <CameraView
          onCode={(ticket) => check.mutate({ ticket, key: crypto.randomUUID() })}
          onFindPlate={(plate) => {
            onFindPlate(plate);
            onClose();
          }}
        />
      ) : null}
      {check.isPending ? <LoadingNote className="justify-center py-16">{m.scan_checking()}</LoadingNote> : null}
      {check.isSuccess ? <ScanResult ticket={check.data} /> : null}
      {check.isError ? (
        <>
          <ErrorNote error={check.error} />
          <Button onClick={() => check.mutate(check.variables)}>{m.action_try_again()}</Button>
        </>
      ) : null}
      {check.isSuccess || check.isError ? (
        <Button variant={check.isError ? 'secondary' : 'primary'} onClick={check.reset}>
          {m.scan_next()}
        </Button>
      ) : null}
    </Modal>
  );
}

/** What the camera sees until there is a code in it; a field for the plate where there is no camera. */
function CameraView({ onCode, onFindPlate }: { onCode: (text: string) => void; onFindPlate: (plate: string) => void }) {
  const { video, problem } = useCameraCodes(onCode);
  if (problem !== null) {
    return (
      <>
        <ErrorNote>{PROBLEM_TEXTS[problem]}</ErrorNote>
        <PlateForm onFindPlate={onFindPlate} />
      </>
    );
  }
  return (
    <>
      <p className="text-muted">{m.scan_hint()}</p>
      <div className="relative mx-auto aspect-square w-full max-w-md overflow-hidden rounded-card bg-black">
        <video ref={video} muted playsInline aria-label={m.scan_camera_label()} className="size-full object-cover" />
        <div aria-hidden="true" className="absolute inset-8 rounded-card border-4 border-white/80" />
      </div>
    </>
  );
}

/** Finds a reservation in the list by its plate instead of its ticket. */
function PlateForm({ onFindPlate }: { onFindPlate: (plate: string) => void }) {
  const [plate, setPlate] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (plate.trim() !== '') onFindPlate(plate.trim());
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={m.vehicle_plate()}
        value={plate}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={20}
        onChange={({ target }) => setPlate(target.value)}
      />
      <Button type="submit" disabled={plate.trim() === ''}>
        {m.scan_find_in_list()}
      </Button>
    </form>
  );
}

type Outcome = { tone: keyof typeof TONES; title: string; text: string };

function describe({ verdict, shown, arrival }: ScannedTicket): Outcome {
  if (verdict !== 'valid' && verdict !== 'not-yet') return REJECTED[verdict];
  if (arrival === null) return { tone: 'caution', title: m.ticket_not_yet(), text: m.problem_arrival_too_early() };
  if (!arrival.isNew) {
    const time = formatTableClock(arrival.arrivedAt);
    return { tone: 'caution', title: m.scan_already_arrived(), text: m.scan_already_arrived_text({ time }) };
  }
  const early = verdict === 'not-yet' && shown !== null;
  const text = early ? m.scan_early_text({ time: formatTableClock(shown.from) }) : m.ticket_valid_text();
  return { tone: 'good', title: m.scan_arrival_marked(), text };
}

/** The verdict on a ticket, large enough to read in the sun, and what the reservation is. */
function ScanResult({ ticket }: { ticket: ScannedTicket }) {
  const { tone, title, text } = describe(ticket);
  const { icon: Icon, className } = TONES[tone];
  const { shown } = ticket;
  return (
    <>
      <div role="alert" className={clsx('flex flex-col gap-1 rounded-card p-4', className)}>
        <p className="flex items-center gap-3 text-2xl font-extrabold">
          <Icon aria-hidden="true" className="size-9 shrink-0" />
          {title}
        </p>
        <p className="text-lg">{text}</p>
        {shown === null ? null : (
          <p className="mt-2 text-4xl font-extrabold tracking-wide wrap-anywhere">
            {shown.plate === '' ? m.today_no_plate() : shown.plate}
          </p>
        )}
      </div>
      {shown === null ? null : (
        <dl className="divide-y divide-line text-lg">
          <SummaryRow label={m.ticket_space()} value={shown.space} />
          <SummaryRow label={m.field_zone()} value={shown.zone} />
          <SummaryRow label={m.ticket_from()} value={formatTime(shown.from.toISOString())} />
          <SummaryRow label={m.ticket_to()} value={formatTime(shown.to.toISOString())} />
        </dl>
      )}
    </>
  );
}
