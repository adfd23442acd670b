import { expect, test } from 'vitest';
import { deriveRatingCount } from './sample-zone-rating.tsx';

test('the number of ratings stays from 50 to 149 and does not change between looks', () => {
  for (const id of ['a', '5a0e0000-0000-4000-8000-000000000001', '']) {
    expect(deriveRatingCount(id)).toBeGreaterThanOrEqual(50);
    expect(deriveRatingCount(id)).toBeLessThanOrEqual(149);
    expect(deriveRatingCount(id)).toBe(deriveRatingCount(id));
  }
});
