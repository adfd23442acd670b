import { LIVE_WALKS } from './live-walks.ts';
import { test, WITHOUT_SAMPLES } from './people.ts';
import { testWalks } from './test-walks.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

testWalks(LIVE_WALKS);
