import { useState } from 'react';
import { m } from '#messages';
import { parseCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { AskButton } from '../../ui/feedback/question-dialog.tsx';
import { NumberField } from '../../ui/form/text-field.tsx';
import { MONEY_CHANGES } from '../keys.ts';
import { changeShift } from './shifts.ts';

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
