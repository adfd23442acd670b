import { expect, test } from 'vitest';
import { workOnQueue } from '../../supabase/functions/shared/work-on-queue.ts';

test('the work ends with an outcome that cannot be stored, but not before the items beside it are handled', async () => {
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const handled: string[] = [];
  const work = workOnQueue({
    claim: () => Promise.resolve(['lost', 'slow']),
    async handle(item) {
      if (item === 'lost') throw new Error('no response');
      await isSent;
      handled.push(item);
    },
    async fail() {
      // Later than everything that the failure itself sets off.
      setImmediate(send);
      throw new Error('the database is gone');
    },
  });
  await expect(work).rejects.toThrow('the database is gone');
  expect(handled).toEqual(['slow']);
});
