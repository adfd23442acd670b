import * as z from 'zod';
import { m } from '#messages';
import { type Column, choice, flag, money, number, optionalText, orNull, text, type ValuesOf } from '../columns.ts';
import { oneLineSchema, textSchema } from '../field-schemas.ts';
import { PROVINCE_OPTIONS, readPlaceCode, toPlaceCode } from '../fiscal/provinces.ts';
import { formatTaxId, parseTaxId } from '../fiscal/tax-id.ts';
import { ACCOUNT_KINDS, ACCOUNT_LABELS, type AccountKind } from '../money/ledger.ts';
import { describeProblem } from '../problems.ts';
import { TEXT_LIMITS, type TextLimit } from '../text-limits.ts';
import { PUBLIC_SETTINGS } from './public-settings.ts';

const MAX_SENDER_NAME_LENGTH = 60;
/** A sender's name is no address, stays on one line and has no invisible characters. */
const SENDER_NAME = /^[^@<>"\\\p{C}\p{Zl}\p{Zp}]*$/u;

const longText = (label: string, limit: TextLimit) =>
  text(label, textSchema(limit).trim(), { input: { kind: 'text', rows: 8 } });

const lineOf = (label: string, limit: TextLimit) =>
  optionalText(label, oneLineSchema(limit, describeProblem('text-on-one-line', { field: limit.label })));

const mapAccounts = <Value>(find: (kind: AccountKind) => Value) =>
  Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, find(kind)])) as Record<AccountKind, Value>;

/** The database has its digits. */
const storedTaxId = z
  .string()
  .nullish()
  .transform((digits) => formatTaxId(digits ?? ''));

const legalPlaceCode: Column<{ province: string; municipality: string }> = {
  label: m.audit_column_legal_place_code(),
  input: { kind: 'own' },
  initial: { province: '', municipality: '' },
  typed: z.object({ province: z.string(), municipality: z.string().trim() }),
  stored: z.string().nullable().transform(readPlaceCode),
  toStored: ({ province, municipality }) => toPlaceCode(province, municipality),
  parts: {
    province: {
      label: m.system_settings_province(),
      format: (code) => PROVINCE_OPTIONS.find(({ value }) => value === code)?.label ?? '',
    },
    municipality: { label: m.system_settings_municipality() },
  },
};

const accountCodes: Column<Record<AccountKind, string>> = {
  label: m.system_settings_accounts(),
  input: { kind: 'own' },
  initial: mapAccounts(() => ''),
  typed: z.record(z.enum(ACCOUNT_KINDS), oneLineSchema({ max: 30 }, m.problem_account_code_malformed())),
  stored: z
    .partialRecord(z.enum(ACCOUNT_KINDS), z.string())
    .transform((codes) => mapAccounts((kind) => codes[kind] ?? '')),
  // An account without a code is left out.
  toStored: (codes) => mapAccounts((kind) => codes[kind] || undefined),
  parts: mapAccounts((kind) => ({ label: ACCOUNT_LABELS[kind] })),
};

const LIMIT = { bounds: { min: 0, max: 1_000_000 }, problem: 'correction-limit-out-of-range' } as const;

/** The columns that only administrators read and change. */
const OPERATOR_SETTINGS = {
  termsText: longText(m.legal_terms(), TEXT_LIMITS.termsText),
  privacyText: longText(m.legal_privacy(), TEXT_LIMITS.privacyText),
  /** The most that one administrator may give by hand within a day; beyond it a second one approves. */
  walletCorrectionLimit: money(m.audit_column_wallet_correction_limit(), 5000, {
    ...LIMIT,
    formLabel: m.system_settings_correction_limit,
  }),
  /** What a cashier takes out of the drawer without a second person. */
  cashConfirmLimit: money(m.audit_column_cash_confirm_limit(), 5000, {
    ...LIMIT,
    formLabel: m.system_settings_cash_confirm_limit,
  }),
  /** The difference of a count of cash that needs no note. */
  cashDifferenceLimit: money(m.audit_column_cash_difference_limit(), 100, {
    ...LIMIT,
    formLabel: m.system_settings_cash_difference_limit,
  }),
  legalName: lineOf(m.system_settings_legal_name(), TEXT_LIMITS.legalName),
  taxNumber: optionalText(
    m.receipt_tax_number(),
    z
      .string()
      .trim()
      .refine((typed) => typed === '' || parseTaxId(typed) !== null, m.fiscal_buyer_number_error()),
    { stored: storedTaxId, toStored: parseTaxId, format: String },
  ),
  legalAddress: lineOf(m.system_settings_legal_address(), TEXT_LIMITS.legalAddress),
  legalPlaceCode,
  receiptMoment: choice(m.system_settings_receipt_moment(), 'end', [
    { value: 'end', label: m.system_settings_receipt_moment_end() },
    { value: 'payment', label: m.system_settings_receipt_moment_payment() },
  ]),
  accountCodes,
};

/** The columns that only administrators read and change, and that the product's own server obeys. */
export const SIGN_IN_SETTINGS = {
  emailConfirmationRequired: flag(m.auth_settings_email_confirmation(), true, {
    hint: m.auth_settings_email_confirmation_detail(),
  }),
  allowSignups: flag(m.auth_settings_signups(), true, { hint: m.auth_settings_signups_detail() }),
  allowGuests: flag(m.auth_settings_guests(), false, { hint: m.auth_settings_guests_detail() }),
  passwordMinLength: number(m.auth_settings_password_length(), 8, {
    bounds: { min: 6, max: 20 },
    problem: 'password-length-out-of-range',
  }),
  /** Null: a session has no end of its own. */
  sessionTimeoutHours: orNull(
    number(m.auth_settings_session_timeout(), 0, { bounds: { min: 1, max: 168 }, problem: 'hours-out-of-range' }),
    { hint: m.auth_settings_session_hint(), placeholder: m.auth_settings_no_limit() },
  ),
  twoFactorAllowed: flag(m.two_factor_authentication(), true, { hint: m.auth_settings_two_factor_detail() }),
  adminsNeedSecondFactor: flag(m.auth_settings_admin_factor(), false, { hint: m.auth_settings_admin_factor_detail() }),
  socialGoogleAllowed: flag('Google', true),
  socialAppleAllowed: flag('Apple', true),
  emailFromAddress: optionalText(
    m.auth_settings_from_address(),
    z.union([z.literal(''), z.email(m.problem_sender_malformed())]),
    {
      hint: m.auth_settings_from_address_hint(),
      placeholder: m.field_email_placeholder(),
      input: { kind: 'email' },
    },
  ),
  emailFromName: optionalText(
    m.auth_settings_from_name(),
    z
      .string()
      .trim()
      .max(MAX_SENDER_NAME_LENGTH, m.problem_sender_name_malformed())
      .regex(SENDER_NAME, m.problem_sender_name_malformed()),
    { hint: m.auth_settings_from_name_hint() },
  ),
};

const STAFF_FACTOR_SETTINGS = {
  managersNeedSecondFactor: flag(m.auth_settings_manager_factor(), false),
  cashiersNeedSecondFactor: flag(m.auth_settings_cashier_factor(), false),
  attendantsNeedSecondFactor: flag(m.auth_settings_attendant_factor(), false),
  accountantsNeedSecondFactor: flag(m.auth_settings_accountant_factor(), false),
};
export const STAFF_FACTORS = Object.keys(STAFF_FACTOR_SETTINGS) as (keyof typeof STAFF_FACTOR_SETTINGS)[];
export const AUTH_SETTINGS = { ...SIGN_IN_SETTINGS, ...STAFF_FACTOR_SETTINGS };

export const SYSTEM_SETTINGS = { ...PUBLIC_SETTINGS, ...OPERATOR_SETTINGS };

/** All columns of `installation_settings` that somebody writes. */
export const SETTINGS = { ...SYSTEM_SETTINGS, ...AUTH_SETTINGS };

export type SystemSettings = ValuesOf<typeof SYSTEM_SETTINGS>;
export type SignInSettings = ValuesOf<typeof AUTH_SETTINGS>;
