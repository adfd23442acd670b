import { TabHeading } from './tab-heading.tsx';

/** The parking zones. */
export function ZonesTab() {
  return <TabHeading title="Zone Management" />;
}
