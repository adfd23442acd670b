import { expect, test } from 'vitest';
import { formatCallbackError } from '../../data/auth-message.ts';
import { parseAuthCallback } from './parse-auth-callback.ts';

const EXPIRED = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';

test('the error in a fragment is parsed and removed from the address', () => {
  expect(parseAuthCallback({ search: '?to=Calle+1', hash: `#${EXPIRED}&sb=` })).toEqual({
    kind: 'failed',
    error: { description: 'Email link is invalid or has expired', code: 'otp_expired' },
    rest: { search: '?to=Calle+1', hash: '' },
  });
});

test('an error is parsed from the query, and once when it is in both', () => {
  const error = { description: 'Email link is invalid or has expired', code: 'otp_expired' };
  const failed = { kind: 'failed', error, rest: { search: '', hash: '' } };

  expect(parseAuthCallback({ search: `?${EXPIRED}`, hash: '' })).toEqual(failed);
  expect(parseAuthCallback({ search: `?${EXPIRED}`, hash: `#${EXPIRED}` })).toEqual(failed);
});

test.each([
  ['#error=server_error&error_description=Call+809-555-0100', 'Something did not work. Please try again.'],
  ['#error_description=Call+809-555-0100', 'Something did not work. Please try again.'],
  ['#access_token=a&error_description=Call+809-555-0100', 'Something did not work. Please try again.'],
  ['#error_code=weak_password&error_description=Call+809-555-0100', 'Something did not work. Please try again.'],
  [
    '#error_code=over_x&error_description=Call+after+999999+seconds',
    'Too many attempts. Please try again in a few minutes.',
  ],
  ['#error_code=otp_expired&error_description=Call+809-555-0100', 'Email link is invalid or has expired'],
  ['#error=access_denied&error_description=Call+809-555-0100', 'The sign-in was cancelled'],
  ['#error=access_denied&error_code=user_banned', 'Your account is suspended. Please contact support.'],
  ['#error_code=bad_oauth_state', 'The sign-in took too long or is over already. Please try again.'],
  [
    '#error_code=provider_email_needs_verification',
    'The provider gave no verified email address. Confirm it there, or log in another way.',
  ],
])('nobody reads what a stranger writes into the address %s', (hash, sentence) => {
  const result = parseAuthCallback({ search: '', hash });
  expect(result?.kind === 'failed' && formatCallbackError(result.error)).toBe(sentence);
});

test('every token is removed from the address', () => {
  const hash = '#access_token=a&refresh_token=r&expires_in=3600&expires_at=1&token_type=bearer&type=signup';

  expect(parseAuthCallback({ search: '', hash })).toEqual({
    kind: 'signed-in',
    purpose: 'signup',
    rest: { search: '', hash: '' },
  });
});

test('the first of the two links that change an email address is recognized', () => {
  const hash = '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email';

  expect(parseAuthCallback({ search: '', hash })).toEqual({ kind: 'half-confirmed', rest: { search: '', hash: '' } });
});

test('a code is parsed and removed from the query', () => {
  expect(parseAuthCallback({ search: '?to=Calle+1&code=c0de&sb_flow_id=f', hash: '#zones=' })).toEqual({
    kind: 'code',
    code: 'c0de',
    rest: { search: '?to=Calle+1', hash: '#zones=' },
  });
  expect(parseAuthCallback({ search: '?code=', hash: '' })).toBeNull();
});
