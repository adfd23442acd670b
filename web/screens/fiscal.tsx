import { ReceiptText } from 'lucide-react';
import { m } from '#messages';
import { DocumentsSection } from '../money/fiscal/documents-section.tsx';
import { FiscalState, listFiscalWarnings, useFiscalOverview } from '../money/fiscal/fiscal-note.tsx';
import { MissingSection } from '../money/fiscal/missing-section.tsx';
import { RangesSection } from '../money/fiscal/ranges-section.tsx';
import { ReceivedSection } from '../money/fiscal/received-section.tsx';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { fromDeviceTime } from '../ui/platform/clock.ts';

/** The fiscal documents of the operator: what needs a look, the numbers, and every document. */
export function FiscalScreen() {
  const query = useFiscalOverview();
  return (
    <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 px-4 pb-8">
      <ScreenHeader title={m.fiscal_title()} back={{ to: paths.adminTab('overview', {}), label: m.month_back() }} />
      <QueryState
        query={query}
        failedText={m.problem_fiscal_not_loaded()}
        loading={<SkeletonList label={m.fiscal_loading()} shapes={['h-24', 'h-40', 'h-80']} className="gap-4" />}
      >
        {(overview) => (
          <>
            <Card className="flex items-start gap-4 p-5">
              <ReceiptText aria-hidden="true" className="text-brand-ink size-6 shrink-0" />
              <div className="min-w-0">
                <FiscalState
                  overview={overview}
                  warnings={listFiscalWarnings(overview, fromDeviceTime(query.dataUpdatedAt).getTime())}
                />
              </div>
            </Card>
            {overview.without_document.count === 0 ? null : <MissingSection {...overview.without_document} />}
            {overview.environment === null ? null : (
              <>
                <RangesSection />
                <DocumentsSection />
                <ReceivedSection />
              </>
            )}
          </>
        )}
      </QueryState>
    </main>
  );
}
