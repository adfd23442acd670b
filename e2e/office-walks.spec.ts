import { OFFICE_WALKS } from './office-walks.ts';
import { testWalks } from './test-walks.ts';

testWalks(OFFICE_WALKS);
