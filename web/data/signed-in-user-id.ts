import { dataClient } from './connection.ts';

/** The id of the person whose session this browser holds, or null. */
export async function getSignedInUserId(): Promise<string | null> {
  const { data } = await dataClient().auth.getSession();
  return data.session?.user.id ?? null;
}
