import { getInstallation } from '../../../domain/installation.ts';
import { useInbox } from '../../office/people/inbox.tsx';
import { useOpenReports } from '../../office/spaces/space-reports.tsx';
import { Badge } from '../../ui/layout/badge.tsx';

/** How many drivers wait for an operator behind a tab of the back office; nothing while nobody does. */
export function WaitingCount({ tab }: { tab: string }) {
  if (tab === 'users' && getInstallation().keepsMessages) return <WaitingMessages />;
  return tab === 'parking' ? <ReportedSpaces /> : null;
}

function WaitingMessages() {
  return <Count count={useInbox().data?.total} />;
}

function ReportedSpaces() {
  return <Count count={useOpenReports().data?.rows.length} />;
}

/** In the corner of its tab, so that no tab moves when it comes. */
function Count({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="absolute top-0 right-0 xl:top-2 origin-top-right scale-70">
      <Badge tone="danger">{count}</Badge>
    </span>
  );
}
