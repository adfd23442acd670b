import { RowHistory } from '../../audit/row-history.tsx';
import { LockControl } from '../../locks/lock-control.tsx';
import { LockStatus } from '../../locks/lock-status.tsx';
import { SpaceLocksProvider, useSpaceLocksContext } from '../../locks/space-locks-provider.tsx';
import type { AdminSpace } from '../../spaces/admin-space.ts';
import { findBegunStayEnd } from '../../spaces/data.ts';
import { formatStayWarning } from '../../spaces/format-space.ts';
import type { LockCells } from '../../spaces/space-columns.tsx';
import { SpaceManagement } from '../../spaces/space-management.tsx';

const toLockedSpace = ({ id, name, deviceId }: AdminSpace) => ({ id, name, did: deviceId });

const LOCK_CELLS: LockCells = {
  status: (space) => <LockStatus space={toLockedSpace(space)} />,
  control: (space) => <LockControl space={toLockedSpace(space)} />,
};

async function loadStayWarning(spaceId: string): Promise<string | null> {
  const now = new Date();
  const end = await findBegunStayEnd(spaceId, now);
  return end === null ? null : formatStayWarning(end, now);
}

export function ParkingTab() {
  return (
    <SpaceLocksProvider loadWarning={loadStayWarning}>
      <SpacesWithLocks />
    </SpaceLocksProvider>
  );
}

function SpacesWithLocks() {
  const { locks, refresh } = useSpaceLocksContext();
  const deviceIds = (locks ?? []).flatMap(({ did }) => (did === null ? [] : [did]));
  return <SpaceManagement lock={LOCK_CELLS} History={SpaceHistory} deviceIds={deviceIds} onRefresh={refresh} />;
}

/** Of the space and of the commands to its lock. */
function SpaceHistory({ space: { id, deviceId } }: { space: AdminSpace }) {
  return (
    <RowHistory subject={{ tables: ['parking_spaces', 'locks'], ids: deviceId === null ? [id] : [id, deviceId] }} />
  );
}
