import { toCamelCase } from '../../domain/camel-case.ts';
import { initialValues, toRow } from '../../domain/columns.ts';
import { PUBLIC_SETTINGS } from '../../domain/settings/public-settings.ts';
import { SIGN_IN_SETTINGS } from '../../domain/settings/settings.ts';
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

const { appName, appDescription } = PUBLIC_SETTINGS;
const OBEYED = { appName, appDescription, ...SIGN_IN_SETTINGS };
/** What holds while the installation shows sample data. */
const INITIAL_ROW = toRow(OBEYED, initialValues(OBEYED));
const SAMPLE_SETTINGS = toCamelCase(INITIAL_ROW) as InstallationSettings;

const MAX_AGE_MS = 10_000;

/** @throws SettingsNotReadError */
async function loadSettings(sql: Sql): Promise<InstallationSettings> {
  const [row] = await sql`select ${sql(Object.keys(INITIAL_ROW))} from public.installation_settings`.catch((cause) => {
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
