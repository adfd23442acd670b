import { AuthApiError, AuthSessionMissingError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { Problem } from '../../domain/problems.ts';
import { formatAuthError } from './auth-message.ts';

afterEach(() => setLocale(baseLocale));

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

test.each([
  ['en', 'Too many people use this password, so it is easy to guess. Choose another one.'],
  ['es', 'Muchas personas usan esta contraseña y es fácil de adivinar. Elige otra.'],
] as const)('a password that many people use is told as one (%s)', (language, sentence) => {
  setLocale(language);
  expect(formatAuthError(new AuthWeakPasswordError('Password is known to be weak', 422, ['pwned']))).toBe(sentence);
});

test('another refusal is told in the words of the service, a problem in its own', () => {
  expect(formatAuthError(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))).toBe(
    'Invalid login credentials',
  );
  expect(formatAuthError(new Problem('offline'))).toBe('You are offline. Check your connection and try again.');
});

test.each([
  [400, 'invalid_credentials', 'Invalid login credentials', 'El correo o la contraseña no son correctos'],
  [400, 'something_new', 'Something new happened', 'No se pudo completar. Inténtalo de nuevo.'],
  [429, 'over_request_rate_limit', after(1), 'Demasiados intentos. Inténtalo de nuevo en 1 segundo.'],
  [429, 'over_email_send_rate_limit', after(91), 'Se pidieron demasiados correos. Inténtalo de nuevo en 2 minutos.'],
])('Spanish has a sentence for a refusal with status %i and code %s', (status, code, message, sentence) => {
  setLocale('es');
  expect(formatAuthError(new AuthApiError(message, status, code))).toBe(sentence);
});

test('Spanish tells a person whose session is gone to log in again', () => {
  setLocale('es');
  expect(formatAuthError(new AuthSessionMissingError())).toBe('Tu sesión terminó. Inicia sesión de nuevo.');
});
