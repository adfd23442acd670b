import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedact } from '../../supabase/functions/shared/lock-vendor.ts';

const secretText = fc.string({ minLength: 8, unit: 'grapheme-ascii' });

test('wherever the secret stands in an answer, it is gone from what is passed on', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('SECRET', 'a SECRET b', 'SECRETSECRET', 'encoded'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('msg', 'SECRET', 'x SECRET'), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(secretText, json, (secret, shape) => {
      const place = (value: unknown): unknown => {
        if (typeof value === 'string') {
          return value === 'encoded' ? encodeURIComponent(secret) : value.replaceAll('SECRET', () => secret);
        }
        if (Array.isArray(value)) return value.map(place);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [place(name), place(inner)]));
      };
      const redacted: string[] = [];
      JSON.stringify(createRedact({ appId: 'app-4711', secret })(place(shape)), (name, value) => {
        redacted.push(name, typeof value === 'string' ? value : '');
        return value;
      });
      for (const text of redacted) expect(text.replaceAll('[hidden]', '')).not.toContain(secret);
    }),
  );
});

test('a secret that is a number is hidden where it stands as one', () => {
  const redact = createRedact({ appId: 'app', secret: '1234567890' });
  expect(redact({ secret: 1234567890, code: 200 })).toEqual({ secret: '[hidden]', code: 200 });
});

test('an answer without credentials passes as it is, also when an id contains the app id', () => {
  const answer = { code: 200, msg: null, data: { content: [{ did: 'KV-1001', alarm: true, sim: '100100' }] } };
  expect(createRedact({ appId: '1001', secret: 'long-enough' })(answer)).toEqual(answer);
});
