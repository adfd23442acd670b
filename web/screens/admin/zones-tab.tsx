import { LocationPicker } from '../../map/location-picker.tsx';
import { AdminZones } from '../../zones/admin/admin-zones.tsx';

/** The parking zones, each with its place on the map. */
export function ZonesTab() {
  return <AdminZones LocationPicker={LocationPicker} />;
}
