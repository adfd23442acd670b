import { testWalks } from './axe.ts';
import { LIVE_WALKS } from './live-walks.ts';
import { test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

testWalks(LIVE_WALKS);
