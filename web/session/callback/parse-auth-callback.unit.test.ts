import { describe, expect, it } from 'vitest';
import { formatCallbackError } from './format-callback-error.ts';
import { parseAuthCallback } from './parse-auth-callback.ts';

const EXPIRED = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';

describe('parseAuthCallback', () => {
  it('reads why a link failed from the fragment and leaves the rest of the address', () => {
    expect(parseAuthCallback({ search: '?to=Calle+1', hash: `#${EXPIRED}&sb=` })).toEqual({
      kind: 'failed',
      error: { message: 'Email link is invalid or has expired', code: 'otp_expired' },
      rest: { search: '?to=Calle+1', hash: '' },
    });
  });

  it('reads a failure that stands in the query, and one that stands in both', () => {
    const error = { message: 'Email link is invalid or has expired', code: 'otp_expired' };
    const failed = { kind: 'failed', error, rest: { search: '', hash: '' } };

    expect(parseAuthCallback({ search: `?${EXPIRED}`, hash: '' })).toEqual(failed);
    expect(parseAuthCallback({ search: `?${EXPIRED}`, hash: `#${EXPIRED}` })).toEqual(failed);
  });

  it('says the code where the service gives no sentence', () => {
    expect(parseAuthCallback({ search: '', hash: '#error=server_error' })).toMatchObject({
      error: { message: 'server_error', code: null },
    });
  });

  it('says in plain words that an account is suspended, and how long to wait', () => {
    const formatErrorIn = (hash: string) => {
      const result = parseAuthCallback({ search: '', hash });
      return result?.kind === 'failed' ? formatCallbackError(result.error) : null;
    };
    expect(formatErrorIn('#error=access_denied&error_code=user_banned&error_description=User+is+banned')).toBe(
      'Your account is suspended. Please contact support.',
    );
    const limit = 'For+security+purposes%2C+you+can+only+request+this+after+25+seconds.';
    expect(formatErrorIn(`#error_code=over_request_rate_limit&error_description=${limit}`)).toBe(
      'Too many attempts. Please try again in 25 seconds.',
    );
  });

  it('takes every token out of the address', () => {
    const hash = '#access_token=a&refresh_token=r&expires_in=3600&expires_at=1&token_type=bearer&type=signup';

    expect(parseAuthCallback({ search: '', hash })).toEqual({
      kind: 'signed-in',
      purpose: 'signup',
      rest: { search: '', hash: '' },
    });
  });

  it('knows the first of the two links of a change of address', () => {
    const hash = '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email';

    expect(parseAuthCallback({ search: '', hash })).toEqual({ kind: 'half-confirmed', rest: { search: '', hash: '' } });
  });

  it('takes a code out of the query and leaves the rest of the address', () => {
    expect(parseAuthCallback({ search: '?to=Calle+1&code=c0de&sb_flow_id=f', hash: '#zones=' })).toEqual({
      kind: 'code',
      code: 'c0de',
      rest: { search: '?to=Calle+1', hash: '#zones=' },
    });
    expect(parseAuthCallback({ search: '?code=', hash: '' })).toBeNull();
  });

  it('finds no answer in an ordinary address', () => {
    expect(parseAuthCallback({ search: '?to=Calle+El+Conde', hash: '#zones' })).toBeNull();
  });
});
