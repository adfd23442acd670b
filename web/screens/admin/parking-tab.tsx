import { SpaceLocksProvider } from '../../office/locks/space-locks-provider.tsx';
import { SpaceManagement } from '../../office/spaces/space-management.tsx';
import { SpaceReports } from '../../office/spaces/space-reports.tsx';

export function ParkingTab() {
  return (
    <SpaceLocksProvider>
      <SpaceManagement>
        <SpaceReports />
      </SpaceManagement>
    </SpaceLocksProvider>
  );
}
