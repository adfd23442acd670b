import { type ReactNode, useId } from 'react';
import { m } from '#messages';
import type { ReceiptLine, ReceiptLines } from '../../../domain/money/receipt-lines.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { PlacePicture } from '../../map/place/place-picture.tsx';

type ReceiptSheetProps = {
  lines: ReceiptLines;
  /** Where the stay was; without a position there is no picture of it. */
  place: { name: string; position: Position | null };
};

/** A receipt as it is read and printed. */
export function ReceiptSheet({ lines, place }: ReceiptSheetProps) {
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
      <Section title={m.receipt_stay()} lines={lines.stay}>
        <PlacePicture isPrinted {...place} className="mt-2" />
      </Section>
      <Section title={m.receipt_payment()} lines={lines.money} />
      <p className="text-muted text-sm">{lines.note}</p>
    </article>
  );
}

type SectionProps = { title: string; lines: readonly ReceiptLine[]; children?: ReactNode };

function Section({ title, lines, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex break-inside-avoid flex-col gap-1">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      <Lines lines={lines} />
      {children}
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
