import { AuthApiError, AuthSessionMissingError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { Problem } from '../../domain/problems.ts';
import { formatAuthError } from './auth-message.ts';

afterEach(() => setLocale(baseLocale));

const after = (seconds: number) => `For security purposes, you can only request this after ${seconds} seconds.`;

const api = (message: string, status: number, code: string) => new AuthApiError(message, status, code);
const limit = (message: string) => api(message, 429, 'over_request_rate_limit');
const mailLimit = (seconds: number) => api(after(seconds), 429, 'over_email_send_rate_limit');
const weak = new AuthWeakPasswordError('Password is known to be weak', 422, ['pwned']);
// The client's type has the reasons of GoTrue only.
const plain = new AuthWeakPasswordError('Password is easy to guess', 422, ['pattern' as 'characters']);
const wrongPassword = api('Invalid login credentials', 400, 'invalid_credentials');

test.each([
  ['en', limit(after(1)), 'Too many attempts. Please try again in 1 second.'],
  ['en', limit(after(25)), 'Too many attempts. Please try again in 25 seconds.'],
  ['en', limit(after(91)), 'Too many attempts. Please try again in 2 minutes.'],
  ['en', limit(after(3600)), 'Too many attempts. Please try again in 60 minutes.'],
  ['en', limit('Request rate limit reached'), 'Too many attempts. Please try again in a few minutes.'],
  ['en', mailLimit(30), 'Too many emails were asked for. Please try again in 30 seconds.'],
  ['en', api('User is banned', 400, 'user_banned'), 'Your account is suspended. Please contact support.'],
  ['en', weak, 'Too many people use this password, so it is easy to guess. Choose another one.'],
  [
    'en',
    plain,
    'This password is easy to guess. Use at least five different characters that do not just follow each other.',
  ],
  ['en', wrongPassword, 'Invalid login credentials'],
  ['en', new Problem('offline'), 'You are offline. Check your connection and try again.'],
  ['es', limit(after(1)), 'Demasiados intentos. Inténtalo de nuevo en 1 segundo.'],
  ['es', mailLimit(91), 'Se pidieron demasiados correos. Inténtalo de nuevo en 2 minutos.'],
  ['es', weak, 'Muchas personas usan esta contraseña y es fácil de adivinar. Elige otra.'],
  [
    'es',
    plain,
    'Esta contraseña es fácil de adivinar. Usa al menos cinco caracteres distintos que no vayan simplemente en orden.',
  ],
  ['es', wrongPassword, 'El correo o la contraseña no son correctos'],
  ['es', api('Something new', 400, 'something_new'), 'No se pudo completar. Inténtalo de nuevo.'],
  ['es', new AuthSessionMissingError(), 'Tu sesión terminó. Inicia sesión de nuevo.'],
] as const)('in %s the refusal "%s" is told as "%s"', (language, error, sentence) => {
  setLocale(language);
  expect(formatAuthError(error)).toBe(sentence);
});
