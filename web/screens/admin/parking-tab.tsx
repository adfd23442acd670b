import { Link } from 'react-router';
import { m } from '#messages';
import { RowHistory } from '../../office/audit/row-history.tsx';
import { AttentionNote } from '../../office/locks/attention-note.tsx';
import { LockControl } from '../../office/locks/lock-control.tsx';
import { LockStatus } from '../../office/locks/lock-status.tsx';
import { SpaceLocksProvider, useSpaceLocksContext } from '../../office/locks/space-locks-provider.tsx';
import type { AdminSpace } from '../../office/spaces/admin-space.ts';
import { findBegunStay } from '../../office/spaces/data.ts';
import { formatStayWarning } from '../../office/spaces/format-space.ts';
import { SpaceReports } from '../../office/spaces/reports/space-reports.tsx';
import type { LockCells } from '../../office/spaces/space-columns.tsx';
import { SpaceManagement } from '../../office/spaces/space-management.tsx';
import { paths } from '../../paths.ts';

const toLockedSpace = ({ id, name, zoneName, deviceId }: AdminSpace) => ({ id, name, zoneName, did: deviceId });

const LOCK_CELLS: LockCells = {
  status: (space) => <LockStatus space={toLockedSpace(space)} />,
  control: (space) => <LockControl space={toLockedSpace(space)} />,
};

async function loadStayWarning(spaceId: string): Promise<string | null> {
  const now = new Date();
  const stay = await findBegunStay(spaceId, now);
  return stay === null ? null : formatStayWarning(stay, now);
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
  return (
    <SpaceManagement lock={LOCK_CELLS} History={SpaceHistory} deviceIds={deviceIds} onRefresh={refresh}>
      <SpaceReports />
      <AttentionNote locks={locks}>
        <Link
          to={paths.adminTab('locks', { order: 'attention' })}
          className="-my-3 inline-flex min-h-11 items-center underline"
        >
          {m.parking_tab_show_locks()}
        </Link>
      </AttentionNote>
    </SpaceManagement>
  );
}

/** Of the space and of the commands to its lock. */
function SpaceHistory({ space: { id, deviceId } }: { space: AdminSpace }) {
  return (
    <RowHistory
      subject={{
        tables: ['parking_spaces', 'space_status_overrides', 'locks'],
        ids: deviceId === null ? [id] : [id, deviceId],
      }}
    />
  );
}
