import { m } from '#messages';
import { AdministratorLog } from '../../audit/administrator-log.tsx';
import { showsSamples } from '../../data/connection.ts';
import { RevenueCard } from '../../money/revenue/revenue-card.tsx';
import { MoneyWarnings } from '../../money/warnings/money-warnings.tsx';
import { FigureCards } from '../../overview/figure-cards.tsx';
import { SampleFigures } from '../../samples/overview/sample-figures.tsx';
import { TabHeading } from './tab-heading.tsx';

export function OverviewTab() {
  const hasSamples = showsSamples();
  return (
    <div className="flex flex-col gap-6">
      <TabHeading title={m.overview_title()} text={hasSamples ? m.overview_text() : m.overview_live_text()} />
      {hasSamples ? (
        <SampleFigures />
      ) : (
        <>
          <MoneyWarnings />
          <FigureCards />
          <RevenueCard />
        </>
      )}
      <AdministratorLog />
    </div>
  );
}
