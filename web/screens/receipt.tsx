import { useQuery } from '@tanstack/react-query';
import { Hourglass, Printer, ReceiptText, Share2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link, useParams } from 'react-router';
import { getLocale } from '#language';
import { m } from '#messages';
import { describeLines } from '../../domain/money/rates.ts';
import {
  describeReceipt,
  type FiscalLines,
  listFiscalLines,
  type ReceiptLine,
  type ReceiptLines,
  titleReceipt,
} from '../../domain/money/receipt-lines.ts';
import type { Position } from '../../domain/zones/distance.ts';
import { PlacePicture } from '../map/place-picture.tsx';
import { moneyKeys } from '../money/keys.ts';
import { loadReceipt, type ReservationReceipt } from '../money/receipt.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button, buttonClass } from '../ui/form/button.tsx';
import { QrCode } from '../ui/layout/qr-code.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SendLinks } from '../ui/layout/send-links.tsx';
import { copyText } from '../ui/platform/copy-text.ts';

export function ReceiptScreen() {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: moneyKeys.receipt(id), queryFn: ({ signal }) => loadReceipt(id, signal) });
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-4 px-4 pb-8 print:max-w-none print:px-0">
      <div className="print:hidden">
        <ScreenHeader
          title={m.receipt_screen_title()}
          back={{ to: `${paths.reservations}?tab=past`, label: m.receipt_back() }}
        />
      </div>
      <QueryState
        query={query}
        failedText={m.problem_receipt_not_loaded()}
        loading={<SkeletonList label={m.receipt_loading()} shapes={['h-56', 'h-40', 'h-56']} className="gap-4" />}
        isEmpty={(receipt) => receipt === null}
        empty={<StatePanel icon={ReceiptText} title={m.receipt_not_found()} text={m.receipt_not_found_text()} />}
      >
        {(receipt) => (receipt === null ? null : <Found {...receipt} />)}
      </QueryState>
    </div>
  );
}

function Found({ receipt, others, position, isFiscalAwaited, lines: price }: ReservationReceipt) {
  const language = getLocale();
  const described = describeReceipt(receipt, language);
  const lines = { ...described, money: [...describeLines(price), ...described.money] };
  return (
    <>
      {isFiscalAwaited ? (
        <p role="status" className="bg-surface border-line flex gap-3 rounded-card border p-4 print:hidden">
          <Hourglass aria-hidden="true" className="text-muted mt-0.5 size-5 shrink-0" />
          {m.fiscal_awaited()}
        </p>
      ) : null}
      <ReceiptSheet lines={lines} place={{ name: receipt.zoneName ?? receipt.address ?? lines.title, position }} />
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button icon={Printer} className="flex-1" onClick={() => window.print()}>
          {m.receipt_print()}
        </Button>
        <Button icon={Share2} variant="secondary" className="flex-1" onClick={() => void shareReceipt(lines)}>
          {m.receipt_share()}
        </Button>
        <SendLinks subject={lines.title} text={writeReceipt(lines)} />
      </div>
      {others.length === 0 ? null : (
        <nav aria-label={m.receipt_others()} className="flex flex-col gap-2 print:hidden">
          <h2 className="font-bold">{m.receipt_others()}</h2>
          {others.map((other) => (
            <Link key={other.id} to={paths.receipt(other.id)} className={buttonClass('secondary', 'justify-start')}>
              {titleReceipt(other, language)}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}

/** The receipt as text: its address opens for its driver only. */
function writeReceipt({ title, operator, reservation, money, fiscal, note }: ReceiptLines): string {
  const documents = fiscal.map((document) => [
    ...listFiscalLines(document, getLocale()),
    { name: m.fiscal_stamp(), value: document.stamp },
  ]);
  const lines = [operator, reservation, money, ...documents].map((part) =>
    part.map(({ name, value }) => `${name}: ${value}`).join('\n'),
  );
  return [title, ...lines, note].filter(Boolean).join('\n\n');
}

/** Hands the receipt to another app, or copies it where the browser shares nothing. */
async function shareReceipt(lines: ReceiptLines): Promise<void> {
  const text = writeReceipt(lines);
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: lines.title, text });
      return;
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  await copyText(text, m.receipt_copied(), m.receipt_not_copied());
}

type ReceiptSheetProps = {
  lines: ReceiptLines;
  /** Where the reservation was; without a position there is no picture of it. */
  place: { name: string; position: Position | null };
};

/** A receipt as it is read and printed. */
function ReceiptSheet({ lines, place }: ReceiptSheetProps) {
  const [operator, ...rest] = lines.operator;
  return (
    <article
      aria-label={lines.title}
      className="bg-surface border-line flex flex-col gap-6 rounded-card border p-5 print:gap-4 print:border-0 print:p-[10mm]"
    >
      <header className="flex flex-col gap-3">
        <h2 className="text-xl font-bold">{lines.title}</h2>
        <div>
          <p className="text-lg font-semibold wrap-anywhere">{operator?.value}</p>
          <Lines lines={rest} />
        </div>
      </header>
      {lines.fiscal.map((document) => (
        <Section key={document.stamp} title={document.title} lines={document.lines}>
          <Items items={document.items} />
          <Lines lines={document.totals} />
        </Section>
      ))}
      <Section title={m.receipt_reservation()} lines={lines.reservation}>
        <PlacePicture isPrinted {...place} className="mt-2" />
      </Section>
      <Section title={m.receipt_payment()} lines={lines.money} />
      {lines.fiscal.map((document) => (
        <Seal key={document.stamp} {...document} />
      ))}
      {lines.note === '' ? null : <p className="text-muted text-sm">{lines.note}</p>}
    </article>
  );
}

function Items({ items }: Pick<FiscalLines, 'items'>) {
  return (
    <table className="my-2 w-full text-sm tabular-nums max-sm:[&_:is(td,th):nth-child(n+3):nth-child(-n+4)]:hidden print:text-[8pt] [&_:is(td,th)]:p-1 [&_:is(td,th)]:align-top [&_:is(td,th):nth-child(n+4)]:text-right [&_:is(td,th):nth-child(-n+3)]:text-left [&_th]:font-normal">
      <tbody>
        {items.map((cells, row) => (
          <tr key={cells.join()}>
            {cells.map((cell, column) =>
              row === 0 ? <th key={cell}>{cell}</th> : <td key={items[0]?.[column]}>{cell}</td>,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** By law the code is at least 22 mm wide, with a quiet zone around it. */
function Seal({ seal, legend, stamp }: FiscalLines) {
  return (
    <section
      aria-label={m.fiscal_stamp()}
      className="flex break-inside-avoid flex-col gap-1 print:flex-row print:items-end print:gap-6"
    >
      <a href={stamp} rel="noreferrer" target="_blank" className="w-36 pt-2 print:w-[32mm]">
        <QrCode text={stamp} label={m.fiscal_stamp_label()} ecc="M" className="w-full" />
      </a>
      <div className="flex-1">
        {legend === null ? null : <p className="font-semibold">{legend}</p>}
        <Lines lines={seal} />
      </div>
    </section>
  );
}

function Section({ title, lines, children }: { title: string; lines: readonly ReceiptLine[]; children?: ReactNode }) {
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
        <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2 print:py-1">
          <dt className="text-muted">{name}</dt>
          <dd className="max-w-full flex-[1_1_6rem] text-right font-semibold tabular-nums wrap-break-word">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
