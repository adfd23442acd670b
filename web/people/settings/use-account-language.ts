import { useEffect } from 'react';
import { getLocale } from '#language';
import { chooseLanguage, readChosenLanguage } from '../../platform/choose-language.ts';
import { logWarning } from '../../platform/log.ts';
import { saveSettings } from '../data.ts';
import type { Settings } from '../rows.ts';

/** Shows the app in the language of the account. An account without one gets that of the page. */
export function useAccountLanguage(userId: string, settings: Settings | undefined): void {
  const language = settings?.language;
  useEffect(() => {
    if (language === null) {
      saveSettings(userId, { language: getLocale() }).catch((error: unknown) =>
        logWarning('The language is not saved with the account', error),
      );
    }
    // Once: a static host may have no page in this language.
    else if (language !== undefined && language !== getLocale() && language !== readChosenLanguage()) {
      chooseLanguage(language);
    }
  }, [userId, language]);
}
