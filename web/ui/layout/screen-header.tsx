import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { Language } from '../../../domain/language/languages.ts';
import { ICON_BUTTON_CLASS } from '../form/icon-button.tsx';

type ScreenHeaderProps = {
  title: string;
  /** The language of a title that may be in another one than the page. */
  titleLanguage?: Language | undefined;
  back?: { to: string; label: string };
};

export function ScreenHeader({ title, titleLanguage, back }: ScreenHeaderProps) {
  return (
    <header className="flex min-h-14 items-center gap-1">
      {back ? (
        <Link to={back.to} aria-label={back.label} data-way-back className={`${ICON_BUTTON_CLASS} -ml-2.5`}>
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
      ) : null}
      <h1 lang={titleLanguage} className="min-w-0 text-2xl font-bold tracking-tight wrap-anywhere">
        {title}
      </h1>
    </header>
  );
}
