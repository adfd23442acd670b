import { tryGetContext } from 'hono/context-storage';
import type { TransactionSql } from 'postgres';
import { baseLocale, extractLocaleFromRequest } from '#language';
import { isLanguage, type Language } from '../../domain/language/languages.ts';

/** The language that somebody chose; before that the one of the request that causes the mail. */
export async function findMailLanguage(tx: TransactionSql, userId: string): Promise<Language> {
  const [settings] = await tx<{ language: string | null }[]>`
    select language from public.user_settings where user_id = ${userId}`;
  if (isLanguage(settings?.language)) return settings.language;
  const request = tryGetContext()?.req.raw;
  return request === undefined ? baseLocale : extractLocaleFromRequest(request);
}
