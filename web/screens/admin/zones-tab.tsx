import { RowHistory } from '../../audit/row-history.tsx';
import { showsSamples } from '../../data/connection.ts';
import { LocationPicker } from '../../map/location-picker.tsx';
import type { AdminZone } from '../../zones/admin/admin-zone.ts';
import { AdminZones } from '../../zones/admin/admin-zones.tsx';
import { ZoneRatingsDialog } from '../../zones/admin/ratings/zone-ratings-dialog.tsx';

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
