import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { joinFacts } from '../../../domain/language/format.ts';
import { parseCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { shiftState, useNavigationState } from '../../navigation-state.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { AskButton } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ShortForm, ShortFormButton } from '../../ui/form/short-form.tsx';
import { NumberField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { MONEY_CHANGES } from '../keys.ts';
import { needsNote, ShiftSlip } from './shift-slip.tsx';
import { AMOUNT_FIELD, changeShift, OWN_DESK, REASON_FIELD } from './shifts.ts';

export const SHIFTS_LOADING = <SkeletonList label={m.shift_loading()} shapes={['h-56', 'h-40']} />;

/** The drawer of the signed-in person: opened with a float, closed with a count. */
export function OwnShift() {
  const query = useQuery(OWN_DESK);
  const navigate = useNavigate();
  const next = useNavigationState(shiftState)?.next;
  const decision = useAction((choice: object) => changeShift('decide_movement', choice), {
    invalidates: MONEY_CHANGES,
  });
  return (
    <QueryState query={query} loading={SHIFTS_LOADING}>
      {({ shift, waiting, zones, denominations }) => (
        <>
          <p className="text-muted text-sm print:hidden">{m.shift_offline()}</p>
          {shift && <ShiftSlip key={shift.id} shift={shift} />}
          {shift === null || (shift.closed_at && !needsNote(shift)) ? (
            <ShortForm
              fields={[
                {
                  name: 'zone',
                  label: m.shift_zone(),
                  options: zones.map(({ id, name }) => ({ value: id, label: name })),
                },
                { ...AMOUNT_FIELD, name: 'opening_float', label: m.shift_float() },
              ]}
              label={m.shift_open()}
              save={(typed, key) => changeShift('open_shift', { key, ...typed })}
              invalidates={MONEY_CHANGES}
              onDone={() => next && navigate(next, { replace: true })}
            />
          ) : null}
          {shift?.closed_at === null ? (
            <div className="grid gap-2 sm:grid-cols-4">
              {(['drop', 'in', 'out'] as const).map((kind) => (
                <ShortFormButton
                  key={kind}
                  title={m.shift_move({ kind })}
                  fields={kind === 'drop' ? [AMOUNT_FIELD] : [AMOUNT_FIELD, REASON_FIELD]}
                  save={(typed, key) => changeShift('move_cash', { key, kind, ...typed })}
                  invalidates={MONEY_CHANGES}
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
                {joinFacts(m.shift_waits(), m.shift_move({ kind }), formatMoneyOf(amount), by, reason)}
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

/** The blind count: nobody is told what should be there before it is sent, once. */
export function CountForm({ shift, denominations }: { shift: string; denominations: readonly number[] }) {
  const [counts, setCounts] = useState<Record<string, number>>({});
  const sums = Object.entries(counts).map(([value, number]) => toCents(parseCents(value) * number));
  const total = formatMoneyOf(sumCents(sums));
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {denominations.map((value) => (
          <NumberField
            key={value}
            label={formatMoneyOf(parseCents(value))}
            min={0}
            placeholder="0"
            onChange={({ target }) => setCounts({ ...counts, [value]: Math.max(0, Math.trunc(Number(target.value))) })}
          />
        ))}
      </div>
      <p className="text-xl font-bold tabular-nums">{m.shift_counted({ total })}</p>
      <AskButton
        variant="primary"
        size="normal"
        label={m.shift_close()}
        question={{
          title: m.shift_close_question({ total }),
          text: m.shift_close_text(),
          label: m.shift_close_yes(),
        }}
        onYes={() => changeShift('close_shift', { shift, counts })}
        action={{ invalidates: MONEY_CHANGES }}
      />
    </div>
  );
}
