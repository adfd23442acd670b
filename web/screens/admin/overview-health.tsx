import { useLockFleet } from '../../office/locks/use-lock-fleet.ts';
import { FailedNoticesCard } from '../../office/overview/health/failed-notices-card.tsx';
import { FailedPaymentsCard } from '../../office/overview/health/failed-payments-card.tsx';
import { JobsCard } from '../../office/overview/health/jobs-card.tsx';
import { LocksCard } from '../../office/overview/health/locks-card.tsx';
import { SystemCard } from '../../office/overview/health/system-card.tsx';

/** What needs a look: the system, its jobs, what failed and the locks. */
export function OverviewHealth() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FailedPaymentsCard />
      <FailedNoticesCard />
      <div className="flex flex-col gap-6">
        <LocksNeedingAttention />
        <JobsCard />
      </div>
      <SystemCard />
    </div>
  );
}

function LocksNeedingAttention() {
  return <LocksCard fleet={useLockFleet()} />;
}
