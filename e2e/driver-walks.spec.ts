import { DRIVER_WALKS } from './driver-walks.ts';
import { testWalks } from './test-walks.ts';

testWalks(DRIVER_WALKS);
