import { TabHeading } from './tab-heading.tsx';

/** All reservations of all drivers. */
export function ReservationsTab() {
  return <TabHeading title="Reservations Management" />;
}
