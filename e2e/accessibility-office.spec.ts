import { expectNoViolations } from './axe.ts';
import { OFFICE_WALKS } from './office-walks.ts';
import { test } from './people.ts';

test.describe('in both themes, on a phone and on a wide screen', () => {
  test.setTimeout(180_000);

  for (const [where, walk] of Object.entries(OFFICE_WALKS)) {
    test(`axe finds nothing ${where}`, ({ page, server }) => walk({ page, server, look: expectNoViolations }));
  }
});
