import type { Executor, TransactionSql } from '../../connections/sql.ts';
import { createIdentityData, type NewIds, type UserRow } from './users.ts';

/** A row of an account, with the names of GoTrue's format. */
type Row = Record<string, unknown> & { user_id: string };

type FactorResponse = Record<string, unknown>;

type UserResponse = Record<string, unknown> & { id: string };

/** GoTrue leaves out empty times and names. */
function omitEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

type ShownUser = Partial<UserRow> & Pick<UserRow, 'id'>;

function toUserResponse(user: ShownUser, identities: readonly Row[], factors: readonly FactorResponse[] = []) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    phone: '',
    ...omitEmpty({
      email_confirmed_at: user.email_confirmed_at,
      confirmed_at: user.email_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      invited_at: user.invited_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities,
    ...(factors.length > 0 ? { factors } : {}),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

const toFactorResponse = ({ user_id, ...factor }: Row): FactorResponse => omitEmpty(factor);

const loadFactors = (sql: Executor, userIds: readonly string[]) => sql<Row[]>`
  select id, user_id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at
  from auth.mfa_factors where user_id = any(${[...userIds]}::uuid[]) order by created_at`;

/** The second factors of an account, in GoTrue's format. */
export async function loadFactorResponses(sql: Executor, userId: string): Promise<FactorResponse[]> {
  return (await loadFactors(sql, [userId])).map(toFactorResponse);
}

/** Accounts with their identities and second factors, in GoTrue's format. */
export async function loadUserResponses(sql: Executor, users: readonly UserRow[]): Promise<UserResponse[]> {
  const ids = users.map(({ id }) => id);
  const identities = await sql<Row[]>`
    select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at, email
    from auth.identities where user_id = any(${ids}::uuid[]) order by created_at`;
  const identitiesByUser = Map.groupBy(identities, ({ user_id }) => user_id);
  const factorsByUser = Map.groupBy(await loadFactors(sql, ids), ({ user_id }) => user_id);
  return users.map((user) =>
    toUserResponse(user, identitiesByUser.get(user.id) ?? [], (factorsByUser.get(user.id) ?? []).map(toFactorResponse)),
  );
}

export async function loadUserResponse(sql: Executor, user: UserRow): Promise<UserResponse> {
  const [response] = await loadUserResponses(sql, [user]);
  if (!response) throw new Error('The account has no response');
  return response;
}

type SignUp = { ids: NewIds; email: string; metadata: Record<string, unknown> };
type StoredSignUp = { now: Date; data: Record<string, unknown>; identityData: Record<string, unknown> };

/** A new account as it would be stored, built from the request alone: the same for an address that has an account. */
export async function createSignUpResponse(
  tx: TransactionSql,
  { ids: { id, identityId }, email, metadata }: SignUp,
): Promise<UserResponse> {
  const newIdentityData = createIdentityData({ id, email });
  // Read back from the database, which orders the keys of jsonb in its own way.
  const [stored] = await tx<StoredSignUp[]>`
    select now(), ${tx.json({ ...metadata, ...newIdentityData } as never)}::jsonb as data,
      ${tx.json(newIdentityData)}::jsonb as "identityData"`;
  if (!stored) throw new Error('The database did not answer');
  const { now, data, identityData } = stored;
  const user = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    confirmation_sent_at: now,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
    is_anonymous: false,
    created_at: now,
    updated_at: now,
  };
  const identity = {
    identity_id: identityId,
    id,
    user_id: id,
    identity_data: identityData,
    provider: 'email',
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
    email,
  };
  return toUserResponse(user, [identity]);
}
