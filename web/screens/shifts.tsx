import { useQuery } from '@tanstack/react-query';
import { subDays } from 'date-fns/subDays';
import { useState } from 'react';
import { m } from '#messages';
import { format } from '../../domain/days/country-time.ts';
import { joinFacts } from '../../domain/language/format.ts';
import { formatCents } from '../../domain/money/cents.ts';
import { ACCOUNT_LABELS } from '../../domain/money/ledger.ts';
import { formatSigned } from '../../domain/money/money.ts';
import { MONEY_CHANGES, moneyKeys } from '../money/keys.ts';
import { CountForm, OwnShift, SHIFTS_LOADING } from '../money/shifts/own-shift.tsx';
import { ShiftSlip } from '../money/shifts/shift-slip.tsx';
import {
  AMOUNT_FIELD,
  AMOUNT_LABELS,
  AMOUNT_NAMES,
  CORRECTION_FIELD,
  changeShift,
  listShifts,
  OWN_DESK,
  REASON_FIELD,
  type Shift,
} from '../money/shifts/shifts.ts';
import { paths } from '../paths.ts';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { ShortForm, ShortFormButton } from '../ui/form/short-form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { ExportButton } from '../ui/table/export-button.tsx';

const DAY = 'yyyy-MM-dd';
const COLUMNS = [
  { header: m.shift_day(), value: ({ day }: Shift) => day },
  { header: m.shift_cashier(), value: ({ cashier }: Shift) => cashier },
  { header: m.shift_zone(), value: ({ zone_name: zone }: Shift) => zone },
  ...AMOUNT_NAMES.map((name) => ({
    header: AMOUNT_LABELS[name],
    value: ({ [name]: amount }: Shift) => (amount == null ? null : Number(formatCents(amount))),
  })),
  { header: m.audit_column_note(), value: ({ note }: Shift) => note },
];
const ACCOUNTS = ['safe', 'clearing_terminal', 'clearing_transfer'] as const;
const OPTIONS = ACCOUNTS.map((value) => ({ value, label: ACCOUNT_LABELS[value] }));
const DEPOSIT_FIELDS = [
  { name: 'account', label: m.shift_deposit_from(), options: OPTIONS },
  AMOUNT_FIELD,
  { name: 'reference', label: m.desk_reference() },
];

/** The own shift of an administrator, and all shifts of some days by zone or cashier. */
export function ShiftsScreen() {
  const [today] = useState(getNow);
  const [days, setDays] = useState({ first_day: format(subDays(today, 6), DAY), last_day: format(today, DAY) });
  const [part, setPart] = useState('');
  const query = useQuery({ queryKey: moneyKeys.shifts(days), queryFn: ({ signal }) => listShifts(days, signal) });
  const denominations = useQuery(OWN_DESK).data?.denominations ?? [];
  const parts = new Set(query.data?.flatMap(({ zone_name: zone, cashier }) => [zone ?? cashier, cashier]));
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-4 px-4 pb-8">
      <div className="print:hidden">
        <ScreenHeader title={m.shifts_title()} back={{ to: paths.adminTab('overview', {}), label: m.month_back() }} />
      </div>
      <OwnShift />
      <div className="grid gap-3 sm:grid-cols-3 print:hidden">
        {(['first_day', 'last_day'] as const).map((name) => (
          <TextField
            type="date"
            label={m.shift_days({ name })}
            value={days[name]}
            key={name}
            onChange={({ target }) => target.value && setDays({ ...days, [name]: target.value })}
          />
        ))}
        <SelectField
          label={m.shift_part()}
          value={part}
          options={[{ value: '', label: m.shift_all() }, ...[...parts].map((value) => ({ value, label: value }))]}
          onChange={({ target }) => setPart(target.value)}
        />
      </div>
      <QueryState query={query} loading={SHIFTS_LOADING}>
        {(shifts) => {
          const rows = shifts.filter(({ zone_name: zone, cashier }) => ['', zone, cashier].includes(part));
          return (
            <div className="flex flex-col gap-2 print:hidden">
              {rows.length === 0 && <p className="text-muted">{m.shift_none()}</p>}
              {rows.map((shift) => (
                <DialogButton key={shift.id} title={shift.cashier} label={describe(shift)}>
                  {(close) => (
                    <div className="flex flex-col gap-4">
                      <ShiftSlip shift={shift} />
                      {shift.is_own ? null : shift.closed_at === null ? (
                        <CountForm shift={shift.id} denominations={denominations} />
                      ) : (
                        <ShortForm
                          fields={[CORRECTION_FIELD, REASON_FIELD]}
                          label={m.shift_correct()}
                          save={(typed, key) =>
                            changeShift('move_cash', { key, kind: 'correction', shift: shift.id, ...typed })
                          }
                          invalidates={MONEY_CHANGES}
                          onDone={close}
                          onCancel={close}
                        />
                      )}
                    </div>
                  )}
                </DialogButton>
              ))}
              <ExportButton
                name={m.shift_file()}
                columns={COLUMNS}
                total={rows.length}
                readAfter={async () => ({ rows, invalid: [], count: rows.length })}
              />
              <ShortFormButton
                title={m.shift_deposit()}
                fields={DEPOSIT_FIELDS}
                save={(typed, key) => changeShift('deposit_at_bank', { key, ...typed })}
                invalidates={MONEY_CHANGES}
              />
            </div>
          );
        }}
      </QueryState>
    </main>
  );
}

const describe = ({ day, cashier, zone_name: zone, difference }: Shift) =>
  joinFacts(day, cashier, zone, difference == null ? m.shift_is_open() : formatSigned(difference));
