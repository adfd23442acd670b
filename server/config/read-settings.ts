import { toCamelCase, toColumn } from '../../domain/camel-case.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type AuthSettings, SettingsNotReadError } from '../../supabase-server/host.ts';
import type { Config } from './config.ts';

/** What the operator decided in the back office and the server itself obeys; the database obeys the rest. */
export type InstallationSettings = AuthSettings & {
  /** When empty, the web app shows its own. */
  appDescription: string;
  /** When null, mails come from MAIL_FROM. */
  emailFromAddress: string | null;
  emailFromName: string | null;
};

/** @throws SettingsNotReadError: what they would forbid is not allowed because they cannot be read */
export type ReadSettings = () => Promise<InstallationSettings>;

/** What holds while the installation shows sample data. */
const SAMPLE_SETTINGS: InstallationSettings = {
  appName: 'Parqueo',
  appDescription: '',
  emailConfirmationRequired: true,
  allowSignups: true,
  passwordMinLength: 8,
  sessionTimeoutHours: null,
  twoFactorAllowed: true,
  adminsNeedSecondFactor: false,
  socialGoogleAllowed: true,
  socialAppleAllowed: true,
  emailFromAddress: null,
  emailFromName: null,
};

const MAX_AGE_MS = 10_000;

/** @throws SettingsNotReadError */
async function loadSettings(sql: Sql): Promise<InstallationSettings> {
  const columns = Object.keys(SAMPLE_SETTINGS).map(toColumn);
  const [row] = await sql`select ${sql(columns)} from public.installation_settings`.catch((cause) => {
    throw new SettingsNotReadError('installation_settings cannot be read', { cause });
  });
  if (row === undefined) throw new SettingsNotReadError('installation_settings has no row');
  return toCamelCase(row) as InstallationSettings;
}

type Options = {
  sql: Sql;
  config: Pick<Config, 'samples'>;
  /** How long settings that were read are used. */
  maxAgeMs?: number;
};

/** Reads the settings, at most every ten seconds. Read them ahead of a transaction, which holds a connection already. */
export function createSettingsReader({ sql, config, maxAgeMs = MAX_AGE_MS }: Options): ReadSettings {
  if (config.samples) return async () => SAMPLE_SETTINGS;
  let latest: { settings: Promise<InstallationSettings>; loadedAt: number } | null = null;
  return async function readSettings() {
    const now = performance.now();
    if (latest !== null && now - latest.loadedAt < maxAgeMs) return latest.settings;
    const loading = { settings: loadSettings(sql), loadedAt: now };
    latest = loading;
    try {
      return await loading.settings;
    } catch (error) {
      // The next request tries again.
      if (latest === loading) latest = null;
      throw error;
    }
  };
}
