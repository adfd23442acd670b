import * as z from 'zod';
import { PROBLEMS } from '../../../domain/problems.ts';

/** What signing up and logging in ask for. How long a password must be is the authentication service's to say. */
export const credentialsSchema = z.object({
  email: z.string().trim().min(1, PROBLEMS['email-required']).pipe(z.email(PROBLEMS['email-malformed'])),
  password: z.string().min(1, PROBLEMS['password-required']),
});
