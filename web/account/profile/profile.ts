import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { toColumns } from '../../../domain/camel-case.ts';
import type { Language } from '../../../domain/language/languages.ts';
import { amountSchema, type Cents, formatCents } from '../../../domain/money/cents.ts';
import { PROVIDER_METHODS } from '../../../domain/money/payment.ts';
import { PRIVACY_LEVELS } from '../../../domain/people/settings.ts';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { dataClient } from '../../data/connection.ts';
import {
  CHECK_VIOLATION,
  findRuleProblem,
  NO_SINGLE_ROW,
  save,
  toOwnProblem,
  toProblem,
  UNIQUE_VIOLATION,
} from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { parseRow, readRow } from '../../ui/table/parse-rows.ts';
import { accountKeys } from '../keys.ts';

export const toNullIfBlank = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
const text = z.string().nullable().transform(toNullIfBlank);

export const profileRow = tableRow({ user_id: z.string(), email: text, full_name: text, phone: text, bio: text });

export type Profile = z.infer<typeof profileRow.schema>;

export const settingsRow = tableRow({
  email_notifications: z.boolean(),
  push_notifications: z.boolean(),
  sms_notifications: z.boolean(),
  marketing_emails: z.boolean(),
  privacy_level: z.enum(PRIVACY_LEVELS),
  auto_logout_minutes: z.int().nullable(),
  /** Perhaps one that only a newer version knows. */
  language: z.string().nullable(),
  /** Decided by the authentication service. */
  two_factor_enabled: z.boolean(),
});

export type Settings = z.infer<typeof settingsRow.schema>;

export type SettingsChanges = Omit<Settings, 'twoFactorEnabled'>;

/** Truncates sign-up data, as the database does for the profiles it creates. */
const truncatedText = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .nullable()
    .catch(null);

const metadataSchema = z.object({
  full_name: truncatedText(TEXT_LIMITS.fullName.max),
  phone: truncatedText(TEXT_LIMITS.phone.max),
});

/** Creates the profile from the data of the sign-up where there is none; safe to repeat. */
export async function loadOwnProfile(user: User): Promise<Profile> {
  await requireSession(user.id, 'profile-not-loaded');
  const stored = await selectProfile(user.id);
  if (!stored.error) return parseRow(profileRow.schema, stored.data, 'profile-failed');
  if (stored.error.code !== NO_SINGLE_ROW) throw new Problem('profile-not-loaded', { cause: stored.error });
  return createProfile(user);
}

/** A query may start after its person has signed out; the server would reject it. */
async function requireSession(userId: string, key: ProblemKey): Promise<void> {
  const { data } = await dataClient().auth.getSession();
  if (data.session?.user.id !== userId) throw new Problem(key, { cause: new Error('The session is gone') });
}

async function createProfile(user: User): Promise<Profile> {
  const { full_name, phone } = metadataSchema.parse(user.user_metadata);
  const { data, error } = await dataClient()
    .from('profiles')
    .insert({ user_id: user.id, email: user.email ?? '', full_name, phone })
    .select(profileRow.columns)
    .single();
  if (!error) return parseRow(profileRow.schema, data, 'profile-failed');
  if (error.code !== UNIQUE_VIOLATION) throw new Problem('user-profile-not-created', { cause: error });
  // Another tab or the database created it first.
  return readRow(await selectProfile(user.id), profileRow.schema, 'profile-not-loaded');
}

function selectProfile(userId: string) {
  return dataClient().from('profiles').select(profileRow.columns).eq('user_id', userId).single();
}

/** `memberSince` as ISO 8601. */
export type Membership = { completedReservations: number; memberSince: string };

const membershipRowSchema = z.object({ created_at: z.iso.datetime({ offset: true }) });

export async function loadMembership(userId: string): Promise<Membership> {
  const [profile, completed] = await Promise.all([
    dataClient().from('profiles').select('created_at').eq('user_id', userId).single(),
    dataClient()
      .from('reservations')
      .select('id', { count: 'exact' })
      .eq('user_id', userId)
      .eq('status', 'completed')
      .limit(1),
  ]);
  const cause = profile.error ?? completed.error;
  if (cause || completed.count === null) throw new Problem('profile-not-loaded', { cause });
  const { created_at: memberSince } = parseRow(membershipRowSchema, profile.data, 'profile-not-loaded');
  return { completedReservations: completed.count, memberSince };
}

export type ProfileChanges = Pick<Profile, 'fullName' | 'phone' | 'bio'>;

export async function saveProfile(userId: string, { fullName, phone, bio }: ProfileChanges): Promise<Profile> {
  const write = dataClient().from('profiles').update({ full_name: fullName, phone, bio }).eq('user_id', userId);
  // Row level security hides rows instead of rejecting: no row back means that nothing was saved.
  const saved = await write.select(profileRow.columns).single();
  return readRow(saved, profileRow.schema, 'profile-not-saved', toOwnProblem);
}

export async function loadSettings(userId: string): Promise<Settings> {
  await requireSession(userId, 'settings-not-loaded');
  const stored = await dataClient().from('user_settings').select(settingsRow.columns).eq('user_id', userId).single();
  return readRow(stored, settingsRow.schema, 'settings-not-loaded');
}

export async function saveSettings(userId: string, changes: Partial<SettingsChanges>): Promise<Settings> {
  const write = dataClient().from('user_settings').update(toColumns(changes)).eq('user_id', userId);
  const saved = await write.select(settingsRow.columns).single();
  return readRow(saved, settingsRow.schema, 'settings-not-saved', toOwnProblem);
}

/** Gives an account that has no language this one; what was chosen meanwhile stays. */
export function saveFirstLanguage(userId: string, language: Language): Promise<void> {
  const write = dataClient().from('user_settings').update({ language }).eq('user_id', userId).is('language', null);
  return save(write, 'settings-not-saved', toOwnProblem);
}

export const exportOwnData = async () =>
  readRow(await dataClient().rpc('export_my_data'), z.unknown(), 'data-not-exported');

export type DeletionPreview = z.infer<typeof previewSchema>;

const sourceSchema = tableRow({
  payment: z.string(),
  method: z.enum(PROVIDER_METHODS),
  paid_with: z.string().nullable(),
  amount: amountSchema,
}).schema;

const previewSchema = tableRow({
  reservation_until: z.iso.datetime({ offset: true }).nullable(),
  balance: amountSchema,
  sources: z.array(sourceSchema),
}).schema;

/** What deleting the account would give back, once upcoming reservations are cancelled. */
export const previewDeletion = async (): Promise<DeletionPreview> =>
  readRow(await dataClient().rpc('preview_deletion'), previewSchema, 'deletion-not-previewed', toProblem);

/** What a driver decides about the money: whether it goes back, and how much they give up. */
export type MoneyChoice = { isToSource: boolean; waived: Cents };

/** With sample data there is no money to choose about. */
export async function deleteAccount(choice: MoneyChoice | null): Promise<void> {
  const money = choice && { to_source: choice.isToSource, waived: formatCents(choice.waived) };
  const { error } = await dataClient().rpc('delete_my_account', money ?? {});
  if (!error) return;
  if (error.hint === 'reservation-under-way') {
    throw new Problem('reservation-under-way', { cause: error, values: { end: formatDayAndTime(error.details) } });
  }
  const rule = findRuleProblem(error);
  if (rule !== null) throw rule;
  throw new Problem(error.code === CHECK_VIOLATION ? 'last-administrator' : 'account-not-deleted', { cause: error });
}

type Options = { enabled?: boolean; staleTime?: number; gcTime?: number };

export function useOwnProfile(user: User, options: Options = {}) {
  return useQuery({ queryKey: accountKeys.profile(user.id), queryFn: () => loadOwnProfile(user), ...options });
}
