import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { formatReceiptNumber } from '../../../domain/money/receipt.ts';
import { paths } from '../../paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { moneyKeys } from '../keys.ts';
import { listReceiptsWithoutDocument } from './fiscal-documents.ts';

/** Receipts that should have a fiscal document and have none. */
export function MissingSection() {
  const query = useQuery({
    queryKey: moneyKeys.fiscal('missing'),
    queryFn: ({ signal }) => listReceiptsWithoutDocument(signal),
  });
  return (
    <section aria-label={m.fiscal_missing()} className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">{m.fiscal_missing()}</h2>
      <p className="text-muted text-sm">{m.fiscal_missing_text()}</p>
      <QueryState query={query} loading={<SkeletonList label={m.fiscal_loading()} shapes={['h-24']} />}>
        {(receipts) => (
          <ul className="divide-line bg-surface border-line max-h-80 divide-y overflow-y-auto rounded-card border px-4">
            {receipts.map(({ id, number, issued_at: issuedAt, amount }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 tabular-nums">
                <Link to={paths.receipt(id)} className="text-brand-ink inline-flex min-h-11 items-center font-semibold">
                  {m.receipt_title({ number: formatReceiptNumber(number) })}
                </Link>
                <span className="text-muted text-sm">{formatTime(issuedAt)}</span>
                <span className="ml-auto font-semibold">{formatMoneyOf(amount)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}
