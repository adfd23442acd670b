import type { Socket } from 'node:net';
import type { Sql, TransactionSql } from './connections/sql.ts';

// What an application hands to this server, which knows nothing of the application.

/** A private ES256 key as a JWK. */
type SigningKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string; kid: string };

/** The first of a list is used, all are accepted, so that servers with different lists work together. */
export type Keys = {
  /** The first one signs access tokens, all of them verify. */
  signingKeys: readonly [SigningKey, ...SigningKey[]];
  /** The one that browsers get. */
  publishableKey: string;
  publishableKeys: readonly string[];
  secretKey: string;
};

type OpenIdSettings = {
  clientId: string;
  /** Further clients, such as apps for phones, whose ID tokens sign people in. */
  appClientIds: string[];
  issuer: string;
};
/** A client of an OpenID Connect provider with a fixed secret. */
export type GoogleSettings = OpenIdSettings & { clientSecret: string };
/** A client of Apple, which signs its own secrets with an ES256 key (PKCS #8, PEM). */
export type AppleSettings = OpenIdSettings & { teamId: string; keyId: string; privateKey: string };
/** A client of Facebook: OAuth 2 without OpenID Connect, and the Graph API for the person. */
export type FacebookSettings = {
  clientId: string;
  clientSecret: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userEndpoint: string;
};
export type ProviderSettings = { google?: GoogleSettings; apple?: AppleSettings; facebook?: FacebookSettings };

/** What does not change while the server runs. */
export type AuthConfig = {
  publicUrl: string;
  /** Off for tests and measurements. */
  rateLimit: boolean;
  auth: { doubleConfirmChanges: boolean; securePasswordChange: boolean; manualLinking: boolean };
  providers: ProviderSettings;
};

/** What an administrator may change at any time. */
export type AuthSettings = {
  /** What authenticator apps call the accounts. */
  appName: string;
  emailConfirmationRequired: boolean;
  allowSignups: boolean;
  /** Whether people get a session without an address or password. */
  allowGuests: boolean;
  passwordMinLength: number;
  /** How long a session lasts that `isSessionLimited` limits. Null: all of them last until somebody signs out. */
  sessionTimeoutHours: number | null;
  twoFactorAllowed: boolean;
  /** Whether an administrator without a second factor has no rights; the database decides it. */
  adminsNeedSecondFactor: boolean;
  socialGoogleAllowed: boolean;
  socialAppleAllowed: boolean;
};

/** @throws SettingsNotReadError: what they would forbid is not allowed because they cannot be read */
export type ReadAuthSettings = () => Promise<AuthSettings>;

/** The database did not say what an administrator decided. */
export class SettingsNotReadError extends Error {
  override name = 'SettingsNotReadError';
}

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** What somebody is told after the ways to sign in to their account have changed. */
export type Notice =
  | 'password_removed'
  | 'password_changed'
  | 'factor_added'
  | 'another_factor_added'
  | 'factor_removed'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'email_change_requested'
  | 'email_changed'
  | 'identity_linked'
  | 'identity_unlinked';

/** The provider of a linked or unlinked identity, such as Google; a new address; how many recovery codes are left. */
export type NoticeDetails = { provider?: string; newEmail?: string; codesLeft?: number };

/** `newEmail` is that of a change of address, whose mails go to the new and to the current address. */
export type LinkMail = { to: string; type: LinkType; link: string; code: string; newEmail: string };

/** The mails of the sign-in. Each is stored in the transaction that causes it, in the language of the person. */
export type AuthMails = {
  /** Runs a transaction that may add mail, and delivers the mail after its commit. */
  transaction: <Result>(work: (tx: TransactionSql) => Promise<Result>) => Promise<Result>;
  addLink: (tx: TransactionSql, userId: string, mail: LinkMail) => Promise<void>;
  addCode: (tx: TransactionSql, userId: string, mail: { to: string; code: string }) => Promise<void>;
  addNotice: (
    tx: TransactionSql,
    userId: string,
    mail: { to: string; notice: Notice; link?: string } & NoticeDetails,
  ) => Promise<void>;
};

/** What the application decides about accounts. */
export type AccountRules = {
  /** Whether the sessions of this person end after `sessionTimeoutHours`; those of everybody else last until they sign out. */
  isSessionLimited: (sql: Sql | TransactionSql, userId: string) => Promise<boolean>;
  isSessionLocked: (sql: Sql, sessionId: string) => Promise<boolean>;
  hasProvenBeforeLock: (sql: Sql, sessionId: string) => Promise<boolean>;
  /** Runs before the operator creates an account or invites somebody: lifts what keeps this address out. */
  admitAddress: (tx: TransactionSql, email: string) => Promise<void>;
  deleteAccount: (sql: Sql, userId: string) => Promise<void>;
  /** Says what is wrong, where a rule of the application in the database rejected something; otherwise null. */
  describeRejection: (error: Error) => string | null;
};

/** The host of a database that takes writes, while it may become another one. */
export type Primary = {
  readonly address: { host: string; port: number };
  /** Closes the socket as soon as the primary is another host. */
  track: (socket: Socket) => void;
  close: () => Promise<void>;
};
