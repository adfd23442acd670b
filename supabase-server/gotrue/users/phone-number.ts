import { validationFailed } from '../auth-error.ts';

const E164 = /^[1-9]\d{1,14}$/;

/** @throws AuthError `validation_failed` */
export function requirePhoneNumber(phone: string): void {
  if (E164.test(phone.replace(/^\+/, '').replaceAll(' ', ''))) return;
  throw validationFailed('Invalid phone number format (E.164 required)');
}
