import { connection } from '../../data/connection.ts';
import { ConnectionStatus } from '../../locks/dashboard/connection-status.tsx';
import { LockDashboard } from '../../locks/dashboard/lock-dashboard.tsx';
import { TabHeading } from './tab-heading.tsx';

export function LocksTab() {
  const { lockVendorName } = connection().config;
  return (
    <div className="flex flex-col gap-4">
      <TabHeading
        title={`${lockVendorName} Dashboard`}
        text={`Monitor and control parking locks through the ${lockVendorName} API v2.2`}
      />
      <LockDashboard />
      <ConnectionStatus vendor={lockVendorName} />
    </div>
  );
}
