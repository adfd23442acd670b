import { useId } from 'react';
import { m } from '#messages';
import type { ReceiptLine, ReceiptLines } from '../../domain/money/receipt-lines.ts';

/** A receipt as it is read and printed. */
export function ReceiptSheet({ lines }: { lines: ReceiptLines }) {
  const [operator, ...rest] = lines.operator;
  return (
    <article
      aria-label={lines.title}
      className="bg-surface border-line flex flex-col gap-6 rounded-card border p-5 print:border-0 print:p-0"
    >
      <header className="flex flex-col gap-3">
        <h2 className="text-xl font-bold">{lines.title}</h2>
        <div>
          <p className="text-lg font-semibold wrap-anywhere">{operator?.value}</p>
          <Lines lines={rest} />
        </div>
      </header>
      <Section title={m.receipt_stay()} lines={lines.stay} />
      <Section title={m.receipt_payment()} lines={lines.money} />
      <p className="text-muted text-sm">{lines.note}</p>
    </article>
  );
}

function Section({ title, lines }: { title: string; lines: readonly ReceiptLine[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex break-inside-avoid flex-col gap-1">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      <Lines lines={lines} />
    </section>
  );
}

function Lines({ lines }: { lines: readonly ReceiptLine[] }) {
  return (
    <dl className="divide-line divide-y">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 flex-[1_1_9rem] text-right font-semibold tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
