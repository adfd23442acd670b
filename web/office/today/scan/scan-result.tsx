import { clsx } from 'clsx';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { m } from '#messages';
import { formatTableClock } from '../../../../domain/language/format.ts';
import { formatTime } from '../../../ui/format-time.ts';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import type { ScannedTicket } from './data.ts';

type Outcome = { tone: keyof typeof TONES; title: string; text: string };

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

/** The verdict on a ticket, large enough to read in the sun, and what the stay is. */
export function ScanResult({ ticket }: { ticket: ScannedTicket }) {
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
