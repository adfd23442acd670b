import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';

/** Whether the person has a second factor that this session has not verified yet; until then they are not signed in. */
export function needsCode({ access_token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && decodeJwt(access_token).aal !== 'aal2';
}
