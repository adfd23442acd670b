import { testWalks } from './axe.ts';
import { DRIVER_WALKS } from './driver-walks.ts';

testWalks(DRIVER_WALKS);
