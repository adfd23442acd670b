import { ZonePanel, type ZonePanelProps } from '../booking/zones/sheet/zone-panel.tsx';
import { SampleRatingAverage } from './ratings/sample-zone-rating.tsx';

/** The details of a zone with a sample number of ratings. */
export function SampleZonePanel(props: Omit<ZonePanelProps, 'SampleRating'>) {
  return <ZonePanel {...props} SampleRating={SampleRatingAverage} />;
}
