import { m } from '#messages';
import { connection } from '../../data/connection.ts';
import { ConnectionStatus } from '../../office/locks/dashboard/connection-status.tsx';
import { LockDashboard } from '../../office/locks/dashboard/lock-dashboard.tsx';
import { TabHeading } from './tab-heading.tsx';

export function LocksTab() {
  const { lockVendorName } = connection().config;
  return (
    <div className="flex flex-col gap-4">
      <TabHeading
        title={m.locks_tab_title({ vendor: lockVendorName })}
        text={m.locks_tab_text({ vendor: lockVendorName })}
      />
      <LockDashboard />
      <ConnectionStatus vendor={lockVendorName} />
    </div>
  );
}
