import { showsSamples } from '../../data/connection.ts';
import { LocationPicker } from '../../map/location-picker.tsx';
import { RowHistory } from '../../office/audit/entry-list.tsx';
import type { AdminZone } from '../../office/zones/admin-zone.ts';
import { AdminZones } from '../../office/zones/admin-zones.tsx';
import { ZoneRatingsDialog } from '../../office/zones/ratings/zone-ratings-dialog.tsx';

export function ZonesTab() {
  return (
    <AdminZones
      LocationPicker={LocationPicker}
      History={ZoneHistory}
      Ratings={showsSamples() ? null : ZoneRatingsDialog}
    />
  );
}

function ZoneHistory({ zone }: { zone: AdminZone }) {
  return <RowHistory subject={{ tables: ['parking_zones'], ids: [zone.id] }} />;
}
