import { useQuery } from '@tanstack/react-query';
import { Printer, ReceiptText, Share2 } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { getLocale } from '#language';
import { m } from '#messages';
import { describeReceipt, titleReceipt } from '../../domain/money/receipt-lines.ts';
import { showsSamples } from '../data/connection.ts';
import { loadReceipt, type StayReceipt } from '../money/receipts/data.ts';
import { ReceiptSheet } from '../money/receipts/receipt-sheet.tsx';
import { shareReceipt } from '../money/receipts/share-receipt.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { NotFoundScreen } from './not-found.tsx';

export function ReceiptScreen() {
  return showsSamples() ? <NotFoundScreen /> : <LiveReceipt />;
}

function LiveReceipt() {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: ['receipt', id], queryFn: ({ signal }) => loadReceipt(id, signal) });
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

function Found({ receipt, others, position }: StayReceipt) {
  const language = getLocale();
  const lines = describeReceipt(receipt, language);
  return (
    <>
      <ReceiptSheet lines={lines} place={{ name: receipt.zoneName ?? receipt.address ?? lines.title, position }} />
      <div className="flex gap-2 print:hidden">
        <Button className="flex-1" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {m.receipt_print()}
        </Button>
        <Button variant="secondary" className="flex-1" onClick={() => void shareReceipt(lines)}>
          <Share2 aria-hidden="true" className="size-5" />
          {m.receipt_share()}
        </Button>
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
