import { LiveParkNow } from '../booking/reserve/live-park-now.tsx';
import { showsSamples } from '../data/connection.ts';
import { SampleParkNow } from '../samples/sample-park-now.tsx';

export function ParkNowScreen() {
  return showsSamples() ? <SampleParkNow /> : <LiveParkNow />;
}
