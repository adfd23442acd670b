import { tryGetContext } from 'hono/context-storage';
import type { TransactionSql } from 'postgres';
import { baseLocale, extractLocaleFromRequest } from '#language';
import { getInstallation } from '../../domain/installation.ts';
import { isLanguage, type Language } from '../../domain/language/languages.ts';

/** The language of a mail, and what it calls the product. */
export type MailContext = { language: Language; app: string };

/**
 * The language that somebody chose, before that the one of the request that causes the mail; and the name that the operator
 * chose, unless the installation shows sample data.
 */
export async function findMailContext(tx: TransactionSql, userId: string): Promise<MailContext> {
  const [found] = await tx<{ language: string | null; app: string | null }[]>`
    select
      (select language from public.user_settings where user_id = ${userId}),
      (select app_name from private.settings()) as app`;
  const request = tryGetContext()?.req.raw;
  const fallback = request === undefined ? baseLocale : extractLocaleFromRequest(request);
  return {
    language: isLanguage(found?.language) ? found.language : fallback,
    app: found?.app ?? getInstallation().appName,
  };
}
