import { useEffect, useRef } from 'react';
import { getLocale } from '#language';
import { isLanguage } from '../../../domain/language/languages.ts';
import {
  forgetVisitorLanguage,
  readChangedLanguage,
  readVisitorLanguage,
  showInLanguage,
} from '../../ui/platform/choose-language.ts';
import { logWarning } from '../../ui/platform/log.ts';
import type { Settings } from '../profile/profile.ts';
import { saveFirstLanguage, saveSettings } from '../profile/profile.ts';

/**
 * Shows the app in the language of the account when it first loads; a later reload would lose what somebody is typing. What they
 * chose just before they signed in becomes the language of the account, and so does that of the page where it has none.
 */
export function useAccountLanguage(userId: string, settings: Settings | undefined): void {
  const language = settings?.language;
  const shownFor = useRef<string>(undefined);
  useEffect(() => {
    if (language === undefined || shownFor.current === userId) return;
    shownFor.current = userId;
    const chosen = readVisitorLanguage();
    if (isLanguage(chosen) && chosen !== language) warnOfFailure(saveSettings(userId, { language: chosen }));
    else if (language === null) warnOfFailure(saveFirstLanguage(userId, getLocale()));
    // Once: a browser that keeps no cookies would load the page again and again.
    else if (isLanguage(language) && language !== getLocale() && language !== readChangedLanguage()) {
      showInLanguage(language);
    }
    forgetVisitorLanguage();
  }, [userId, language]);
}

function warnOfFailure(saving: Promise<unknown>): void {
  saving.catch((error: unknown) => logWarning('The language is not saved with the account', error));
}
