import { useQuery } from '@tanstack/react-query';
import { subDays } from 'date-fns/subDays';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { format } from '../../domain/days/country-time.ts';
import { formatCents } from '../../domain/money/cents.ts';
import { ACCOUNT_LABELS } from '../../domain/money/ledger.ts';
import { formatMoneyOf, formatSigned } from '../../domain/money/money.ts';
import { MONEY_CHANGES, moneyKeys } from '../money/keys.ts';
import { ActButton, ActForm, AMOUNT, CountForm } from '../money/shifts/act-forms.tsx';
import { AMOUNT_LABELS, AMOUNT_NAMES, changeShift, listShifts, OWN_DESK, type Shift } from '../money/shifts/shifts.ts';
import { shiftState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { Button } from '../ui/form/button.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Card } from '../ui/layout/card.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SummaryRow } from '../ui/layout/summary-row.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { formatDayAndTime } from '../ui/platform/format-time.ts';
import { ExportButton } from '../ui/table/export-button.tsx';

const LOADING = <SkeletonList label={m.shift_loading()} shapes={['h-56', 'h-40']} />;
const AMOUNT_FIELD = { name: 'amount', label: m.shift_amount(), pattern: AMOUNT };
const REASON_FIELD = { name: 'reason', label: m.shift_reason() };

/** The drawer of the signed-in person: opened with a float, closed with a count. */
export function OwnShift() {
  const query = useQuery(OWN_DESK);
  const navigate = useNavigate();
  const next = useNavigationState(shiftState)?.next;
  const decision = useAction((choice: object) => changeShift('decide_movement', choice), {
    invalidates: MONEY_CHANGES,
  });
  return (
    <QueryState query={query} loading={LOADING}>
      {({ shift, waiting, zones, denominations }) => (
        <>
          <p className="text-muted text-sm print:hidden">{m.shift_offline()}</p>
          {shift && <Slip key={shift.id} shift={shift} />}
          {shift === null || (shift.closed_at && !needsNote(shift)) ? (
            <ActForm
              act="open_shift"
              fields={[
                {
                  name: 'zone',
                  label: m.shift_zone(),
                  options: zones.map(({ id, name }) => ({ value: id, label: name })),
                },
                { name: 'opening_float', label: m.shift_float(), pattern: AMOUNT },
              ]}
              label={m.shift_open()}
              onDone={() => next && navigate(next, { replace: true })}
            />
          ) : null}
          {shift?.closed_at === null ? (
            <div className="grid gap-2 sm:grid-cols-4">
              {(['drop', 'in', 'out'] as const).map((kind) => (
                <ActButton
                  key={kind}
                  title={m.shift_move({ kind })}
                  act="move_cash"
                  args={{ kind }}
                  fields={kind === 'drop' ? [AMOUNT_FIELD] : [AMOUNT_FIELD, REASON_FIELD]}
                />
              ))}
              <DialogButton variant="primary" size="normal" label={m.shift_count()} title={m.shift_count()}>
                {() => <CountForm shift={shift.id} denominations={denominations} />}
              </DialogButton>
            </div>
          ) : null}
          {waiting.map(({ id, kind, amount, made_by: by, reason, is_own: isOwn }) => (
            <Card key={id} className="flex flex-wrap items-center gap-2 print:hidden">
              <p className="mr-auto font-semibold wrap-anywhere">
                {join(m.shift_waits(), m.shift_move({ kind }), formatMoneyOf(amount), by, reason)}
              </p>
              {(isOwn ? [false] : [true, false]).map((approve) => (
                <Button key={`${approve}`} onClick={() => decision.mutate({ movement: id, approve })}>
                  {approve ? m.shift_confirm() : m.shift_withdraw()}
                </Button>
              ))}
            </Card>
          ))}
        </>
      )}
    </QueryState>
  );
}

const needsNote = ({ needs_note: isNeeded, note }: Shift) => isNeeded && note === null;
const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');

/** What a shift took and what was counted, to be printed and signed. */
function Slip({ shift }: { shift: Shift }) {
  const { id, cashier, zone_name: zone, closed_at: closedAt, closed_by: by, note, stays, counts } = shift;
  const rows = AMOUNT_NAMES.map((name) => [
    AMOUNT_LABELS[name],
    shift[name] == null ? null : formatSigned(shift[name]),
  ]);
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-xl font-bold wrap-anywhere">{join(cashier, zone)}</h2>
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
        <ActForm
          act="close_shift"
          args={{ shift: id, counts, key: undefined }}
          label={m.action_save()}
          fields={[{ name: 'note', label: m.shift_note_needed() }]}
        />
      ) : null}
    </Card>
  );
}

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
const CORRECTION_FIELDS = [{ name: 'amount', label: m.shift_correct_amount(), pattern: `-?${AMOUNT}` }, REASON_FIELD];

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
      <QueryState query={query} loading={LOADING}>
        {(shifts) => {
          const rows = shifts.filter(({ zone_name: zone, cashier }) => ['', zone, cashier].includes(part));
          return (
            <div className="flex flex-col gap-2 print:hidden">
              {rows.length === 0 && <p className="text-muted">{m.shift_none()}</p>}
              {rows.map((shift) => (
                <DialogButton key={shift.id} title={shift.cashier} label={describe(shift)}>
                  {(onDone) => (
                    <div className="flex flex-col gap-4">
                      <Slip shift={shift} />
                      {shift.is_own ? null : shift.closed_at === null ? (
                        <CountForm shift={shift.id} denominations={denominations} />
                      ) : (
                        <ActForm
                          act="move_cash"
                          args={{ kind: 'correction', shift: shift.id }}
                          onDone={onDone}
                          fields={CORRECTION_FIELDS}
                          label={m.shift_correct()}
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
              <ActButton act="deposit_at_bank" fields={DEPOSIT_FIELDS} title={m.shift_deposit()} />
            </div>
          );
        }}
      </QueryState>
    </main>
  );
}

const describe = ({ day, cashier, zone_name: zone, difference }: Shift) =>
  join(day, cashier, zone, difference == null ? m.shift_is_open() : formatSigned(difference));
