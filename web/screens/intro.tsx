import { m } from '#messages';
import { paths } from '../paths.ts';
import { CityIllustration } from '../ui/brand/city/city-illustration.tsx';
import { LanguageSelect } from '../ui/brand/language-select.tsx';
import { Logo } from '../ui/brand/logo.tsx';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { PageDots } from '../ui/page-dots.tsx';

/** The landing screen for visitors. */
export function IntroScreen() {
  return (
    <div className="flex flex-1 flex-col bg-brand text-on-brand">
      <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-6 px-6 pt-2 pb-8 lg:max-w-5xl lg:flex-row lg:gap-16">
        <CityIllustration className="-mx-6 max-h-[46dvh] min-h-28 w-[calc(100%+48px)] flex-[1_1_0px] lg:mx-0 lg:max-h-none lg:w-full lg:max-w-xl" />
        <div className="flex w-full flex-col items-center gap-6 text-center lg:max-w-sm">
          <Logo className="h-16 animate-fade-in" />
          <h1
            lang="es"
            className="max-w-[20rem] text-[min(2.25rem,13vw)] leading-[1.08] font-extrabold tracking-tight text-balance"
          >
            Asegura un espacio desde tu móvil
          </h1>
          <PageDots count={3} active={1} />
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
