import { RowHistory } from '../../audit/row-history.tsx';
import { LocationPicker } from '../../map/location-picker.tsx';
import type { AdminZone } from '../../zones/admin/admin-zone.ts';
import { AdminZones } from '../../zones/admin/admin-zones.tsx';

export function ZonesTab() {
  return <AdminZones LocationPicker={LocationPicker} History={ZoneHistory} />;
}

function ZoneHistory({ zone }: { zone: AdminZone }) {
  return <RowHistory subject={{ tables: ['parking_zones'], ids: [zone.id] }} />;
}
