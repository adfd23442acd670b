import { TabHeading } from './tab-heading.tsx';

/** The parking spaces, by zone. */
export function ParkingTab() {
  return <TabHeading title="Parking Space Management" />;
}
