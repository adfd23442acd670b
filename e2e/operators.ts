import type { Page } from '@playwright/test';
import type { Language } from '../domain/language/languages.ts';
import { ADMIN, createClientFor, signIn } from './people.ts';
import type { RunningServer } from './server.ts';

export const AT_DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

type Workplace = { where: string; language: Language; use: Partial<typeof AT_DESK> & { locale?: string } };

/** The journeys of the back office are made at both: on each device, and in each language. */
export const WORKPLACES: readonly Workplace[] = [
  { where: 'at a desk, in English', language: 'en', use: AT_DESK },
  { where: 'on a phone, in Spanish', language: 'es', use: { locale: 'es-DO' } },
];

/** Signs in the administrator, whose account has this language. */
export async function signInOperator(page: Page, server: RunningServer, language: Language): Promise<void> {
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  const { data } = await admin.auth.getUser();
  await admin.from('user_settings').update({ language }).eq('user_id', data.user?.id).throwOnError();
  await signIn(page, ADMIN.email, ADMIN.password);
}
