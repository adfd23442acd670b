import { getLocale } from '#language';
import { m } from '#messages';
import { LANGUAGES, type Language } from '../../domain/language/languages.ts';
import { paths } from '../paths.ts';
import { NavigateButton } from '../ui/form/button.tsx';
import { Logo } from '../ui/layout/logo.tsx';
import { chooseLanguage } from '../ui/platform/choose-language.ts';

/** The landing screen for visitors. */
export function IntroScreen() {
  return (
    <div className="flex flex-1 flex-col bg-brand text-on-brand">
      <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-6 px-6 pt-2 pb-8 lg:max-w-5xl lg:flex-row lg:gap-16">
        {/* On the lowest phones the buttons need its room. */}
        <svg
          viewBox="-244 -70 488 324"
          aria-hidden="true"
          className="[@media(max-height:37em)]:max-lg:hidden -mx-6 max-h-[46dvh] min-h-28 w-[calc(100%+48px)] flex-[1_1_0px] lg:mx-0 lg:max-h-none lg:w-full lg:max-w-xl"
        >
          <use href="/city.svg#city" />
        </svg>
        <div className="flex w-full flex-col items-center gap-6 text-center lg:max-w-sm">
          <Logo className="h-16 animate-fade-in" />
          <h1
            lang="es"
            className="max-w-[20rem] text-[min(2.25rem,13vw)] leading-[1.08] font-extrabold tracking-tight text-balance"
          >
            Asegura un espacio desde tu móvil
          </h1>
          <PageDots />
          <div className="flex w-full flex-col gap-3">
            <NavigateButton to={paths.signUp} variant="dark" className="w-full tracking-wide">
              {m.intro_sign_up()}
            </NavigateButton>
            <p className="pt-1 text-sm font-semibold">{m.intro_already_user()}</p>
            <NavigateButton to={paths.logIn} variant="outline" className="w-full tracking-wide">
              {m.intro_log_in()}
            </NavigateButton>
          </div>
          <LanguageSelect />
        </div>
      </div>
    </div>
  );
}

/** Three dots, of which the first is this page. */
function PageDots() {
  return (
    <div role="img" aria-label={m.page_dots_page({ page: 1, count: 3 })} className="flex items-center gap-2">
      <span className="h-2 w-6 rounded-full bg-current" />
      <span className="h-2 w-2 rounded-full bg-current opacity-40" />
      <span className="h-2 w-2 rounded-full bg-current opacity-40" />
    </div>
  );
}

/** A globe and the language by its own name; another one reloads the page. */
function LanguageSelect() {
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
