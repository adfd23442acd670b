import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { formatReceiptNumber } from '../../../domain/money/receipt.ts';
import { paths } from '../../paths.ts';
import { formatTime } from '../../ui/platform/format-time.ts';
import type { FiscalOverview } from './fiscal-documents.ts';

/** Receipts that should have a fiscal document and have none. */
export function MissingSection({ receipts }: Pick<FiscalOverview['without_document'], 'receipts'>) {
  return (
    <section aria-label={m.fiscal_missing()} className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">{m.fiscal_missing()}</h2>
      <p className="text-muted text-sm">{m.fiscal_missing_text()}</p>
      <ul className="divide-line bg-surface border-line max-h-80 divide-y overflow-y-auto rounded-card border px-4">
        {receipts.map(({ id, number, issued_at: issuedAt, amount }) => (
          <li key={id}>
            <Link to={paths.receipt(id)} className="flex min-h-11 flex-wrap items-center gap-x-4 tabular-nums">
              <b className="text-brand-ink">{m.receipt_title({ number: formatReceiptNumber(number) })}</b>
              <span className="text-muted text-sm">{formatTime(issuedAt)}</span>
              <b className="ml-auto">{formatMoneyOf(amount)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
