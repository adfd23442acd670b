import { expect, test } from 'vitest';
import { hashInlineScripts } from '../web-build.ts';

test('a script that stands in the page is allowed by the hash of its text', () => {
  // The hash of alert('Hello, world.'); as the specification of the policy gives it.
  expect(hashInlineScripts("<head><script>alert('Hello, world.');</script></head>")).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ]);
});

test('a script that is a file needs no hash', () => {
  expect(hashInlineScripts('<script type="module" src="/app/main.js"></script>')).toEqual([]);
});

test('a script that stands in several pages is allowed once', () => {
  const page = '<script>start()</script>';
  expect(hashInlineScripts(`${page}\n${page}`)).toEqual(hashInlineScripts(page));
});
