import { TabHeading } from './tab-heading.tsx';

/** The parking locks of the vendor. */
export function LocksTab() {
  return <TabHeading title="Parking Locks Management" />;
}
