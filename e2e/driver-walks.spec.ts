import { DRIVER_WALKS } from './driver-walks.ts';
import { PROOF_WANTED, test } from './people.ts';
import { testWalks } from './test-walks.ts';

test.use({ expectedErrors: [PROOF_WANTED] });

testWalks(DRIVER_WALKS);
