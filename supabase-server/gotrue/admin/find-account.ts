import { AuthError } from '../auth-error.ts';
import { type Executor, findUser, type UserRow } from '../users/users.ts';
import { requireUuid } from '../uuid.ts';

export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found');

/** The account with the id in a path. @throws AuthError 404 `validation_failed`, `user_not_found` */
export async function findAccount(sql: Executor, id: string): Promise<UserRow> {
  requireUuid('user_id', id);
  const user = await findUser(sql, id);
  if (user === null) throw userNotFound();
  return user;
}
