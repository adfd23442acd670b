import { testWalks } from './axe.ts';
import { OFFICE_WALKS } from './office-walks.ts';

testWalks(OFFICE_WALKS);
