import { m } from '#messages';
import { joinFacts } from '../../../domain/language/format.ts';
import { formatSigned } from '../../../domain/money/money.ts';
import { Button } from '../../ui/form/button.tsx';
import { ShortForm } from '../../ui/form/short-form.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { MONEY_CHANGES } from '../keys.ts';
import { AMOUNT_LABELS, AMOUNT_NAMES, changeShift, type Shift } from './shifts.ts';

export const needsNote = ({ needs_note: isNeeded, note }: Shift) => isNeeded && note === null;

/** What a shift took and what was counted, to be printed and signed. */
export function ShiftSlip({ shift }: { shift: Shift }) {
  const { id, cashier, zone_name: zone, closed_at: closedAt, closed_by: by, note, stays, counts } = shift;
  const rows = AMOUNT_NAMES.map((name) => [
    AMOUNT_LABELS[name],
    shift[name] == null ? null : formatSigned(shift[name]),
  ]);
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-xl font-bold wrap-anywhere">{joinFacts(cashier, zone)}</h2>
      <p>{m.shift_opened({ time: formatDayAndTime(shift.opened_at) })}</p>
      {closedAt && <p>{m.shift_closed({ time: formatDayAndTime(closedAt), by: by ?? '' })}</p>}
      {shift.is_forgotten && <p className="font-semibold">{m.shift_forgotten()}</p>}
      <dl className="divide-line divide-y">
        {[...rows, [m.shift_stays(), stays?.toString() ?? null], [m.audit_column_note(), note]].map(
          ([label, value]) => value && <SummaryRow key={label} label={label ?? ''} value={value} />,
        )}
      </dl>
      {closedAt && <p className="hidden pt-12 print:block">{m.shift_signatures()}</p>}
      {closedAt && (
        <Button className="print:hidden" onClick={() => window.print()}>
          {m.shift_print()}
        </Button>
      )}
      {needsNote(shift) ? (
        <ShortForm
          fields={[{ name: 'note', label: m.shift_note_needed() }]}
          save={({ note }) => changeShift('close_shift', { shift: id, counts, note })}
          invalidates={MONEY_CHANGES}
        />
      ) : null}
    </Card>
  );
}
