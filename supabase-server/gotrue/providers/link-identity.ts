import type { Context } from 'hono';
import type { TransactionSql } from '../../connections/sql.ts';
import { AuthError } from '../auth-error.ts';
import { requireRecentProof } from '../password/reauthenticate.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireAssurance, requireSession } from '../sessions/require-session.ts';
import { type OpenSession, sessionNotFound } from '../sessions/sessions.ts';
import { confirmEmail, findUser, normalizeEmail, type UserRow } from '../users/users.ts';
import { findIdentityOwner, insertIdentity, toIdentityData, updateProviders } from './identities.ts';
import { isProviderName, PROVIDER_NAMES, type ProviderName, type ProviderProfile } from './provider-profile.ts';

type StoredIdentity = { id: string; provider: string; email: string | null };

async function requireMayLink(dependencies: RequestDependencies, session: OpenSession): Promise<void> {
  if (!dependencies.config.auth.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  // A linked identity opens the account as a password does.
  await requireRecentProof(dependencies, session);
}

/** The session of somebody who may link and unlink identities now. */
export async function requireLinkingSession(c: Context, dependencies: RequestDependencies): Promise<OpenSession> {
  const session = await requireSession(c, dependencies);
  await requireMayLink(dependencies, session);
  return session;
}

/** The session that asked to link an identity, when its browser returns from the provider. */
export async function findLinkingSession(dependencies: RequestDependencies, sessionId: string): Promise<OpenSession> {
  const session = await dependencies.sessions.find(sessionId);
  if (session === null) throw sessionNotFound();
  await requireAssurance(dependencies, { userId: session.user.id, aal: session.aal });
  await requireMayLink(dependencies, session);
  return session;
}

/** Links an identity to the account of a session. Address and metadata of the account stay as they are. */
export function linkIdentity(
  { links, mails, sessions }: RequestDependencies,
  session: OpenSession,
  provider: ProviderName,
  profile: ProviderProfile,
): Promise<UserRow> {
  return mails.transaction(async (tx) => {
    const user = await sessions.lock(tx, session);
    if (!(await insertIdentity(tx, user.id, provider, toIdentityData(profile)))) {
      const isOwn = (await findIdentityOwner(tx, provider, profile.subject)) === user.id;
      const message = `Identity is already linked${isOwn ? '' : ' to another user'}`;
      throw new AuthError(422, 'identity_already_exists', message);
    }
    const { email, isEmailVerified } = profile;
    // The provider has verified the address of the account itself.
    if (isEmailVerified && email && normalizeEmail(email) === normalizeEmail(user.email))
      await confirmEmail(tx, user.id);
    await updateProviders(tx, user.id);
    await links.sendNotice(tx, user, 'identity_linked', { provider: PROVIDER_NAMES[provider] });
    return (await findUser(tx, user.id)) ?? user;
  });
}

async function requireUnlinkable(tx: TransactionSql, user: UserRow, identityId: string): Promise<StoredIdentity> {
  const identities = await tx<StoredIdentity[]>`
    select id, provider, email from auth.identities where user_id = ${user.id}`;
  if (identities.length <= 1) {
    throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  }
  const identity = identities.find(({ id }) => id === identityId);
  if (identity === undefined) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
  const withAddress = identities.filter(({ email }) => email === normalizeEmail(user.email));
  // GoTrue gives the account the address of another identity, which would change it without asking its mailbox.
  if (withAddress.length === 1 && withAddress[0] === identity) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict: first change the email address of the account',
    );
  }
  return identity;
}

/**
 * Unlinks an identity from the account of a session; the password goes with the e-mail identity. Other sessions end, as
 * somebody may have opened them with it.
 */
export async function unlinkIdentity(
  { links, mails, sessions }: RequestDependencies,
  session: OpenSession,
  identityId: string,
): Promise<void> {
  await mails.transaction(async (tx) => {
    const user = await sessions.lock(tx, session);
    const identity = await requireUnlinkable(tx, user, identityId);
    await tx`delete from auth.identities where id = ${identity.id}`;
    if (identity.provider === 'email') {
      await tx`update auth.users set encrypted_password = null where id = ${user.id}`;
    }
    await updateProviders(tx, user.id);
    await sessions.end('others', user.id, session.id, tx);
    const provider = isProviderName(identity.provider) ? PROVIDER_NAMES[identity.provider] : identity.email;
    await links.sendNotice(tx, user, 'identity_unlinked', { provider: provider ?? user.email });
  });
}
