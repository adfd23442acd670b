import { AuthApiError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { Problem } from '../../domain/problems.ts';
import { formatAuthError } from './auth-message.ts';

const after = (seconds: number) => `For security purposes, you can only request this after ${seconds} seconds.`;

test.each([
  [after(1), 'Too many attempts. Please try again in 1 second.'],
  [after(25), 'Too many attempts. Please try again in 25 seconds.'],
  [after(91), 'Too many attempts. Please try again in 2 minutes.'],
  [after(3600), 'Too many attempts. Please try again in 60 minutes.'],
  ['Request rate limit reached', 'Too many attempts. Please try again in a few minutes.'],
])('a limit that says "%s" is told as "%s"', (message, sentence) => {
  expect(formatAuthError(new AuthApiError(message, 429, 'over_request_rate_limit'))).toBe(sentence);
});

test('a limit of mails is told as one of mails', () => {
  expect(formatAuthError(new AuthApiError(after(30), 429, 'over_email_send_rate_limit'))).toBe(
    'Too many emails were asked for. Please try again in 30 seconds.',
  );
});

test('a suspended person is told what to do', () => {
  expect(formatAuthError(new AuthApiError('User is banned', 400, 'user_banned'))).toBe(
    'Your account is suspended. Please contact support.',
  );
});

test('another refusal is told in the words of the service, a problem in its own', () => {
  expect(formatAuthError(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))).toBe(
    'Invalid login credentials',
  );
  expect(formatAuthError(new Problem('offline'))).toBe('You are offline. Check your connection and try again.');
});
