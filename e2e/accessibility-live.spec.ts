import { expectNoViolations } from './axe.ts';
import { LIVE_WALKS } from './live-walks.ts';
import { test } from './people.ts';

test.use({
  serverEnv: { SAMPLES: 'off' },
  permissions: ['geolocation'],
  geolocation: { latitude: 18.4861, longitude: -69.9312 },
});

test.describe('in both themes, on a phone and on a wide screen', () => {
  test.setTimeout(180_000);

  for (const [where, walk] of Object.entries(LIVE_WALKS)) {
    test(`axe finds nothing ${where}`, ({ page, server }) => walk({ page, server, look: expectNoViolations }));
  }
});
