import { getLocale } from '#language';
import { m } from '#messages';
import { LANGUAGES, type Language } from '../../../domain/language/languages.ts';
import { chooseLanguage } from '../platform/choose-language.ts';

/** A globe and the language by its own name; another one reloads the page. */
export function LanguageSelect() {
  return (
    <label className="relative inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-current">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0 fill-none stroke-current stroke-2">
        <circle cx="12" cy="12" r="10" />
        <path d="M2 12h20M12 2c5.300 5.500 5.300 14.500 0 20-5.300-5.500-5.300-14.500 0-20" />
      </svg>
      <span className="sr-only">{m.settings_language()}</span>
      <select
        value={getLocale()}
        onChange={(event) => chooseLanguage(event.target.value as Language)}
        className="min-h-11 cursor-pointer appearance-none bg-transparent pr-1 outline-none"
      >
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <option key={language} value={language} lang={language} className="text-ink bg-surface">
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
