import { showsSamples } from '../data/connection.ts';
import { SampleParkNow } from '../samples/sample-park-now.tsx';
import { LiveParkNow } from './live-park-now.tsx';

export function ParkNowScreen() {
  return showsSamples() ? <SampleParkNow /> : <LiveParkNow />;
}
