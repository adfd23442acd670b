import { AuthError } from '../auth-error.ts';
import { isUuid } from '../is-uuid.ts';
import { type Executor, findUser, type UserRow } from '../users/users.ts';

export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found');

/** The account with the id in a path. @throws AuthError 404 `validation_failed`, `user_not_found` */
export async function findAccount(sql: Executor, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(sql, id);
  if (user === null) throw userNotFound();
  return user;
}
