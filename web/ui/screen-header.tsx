import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { ICON_BUTTON_CLASS } from './icon-button.tsx';

type ScreenHeaderProps = {
  title: string;
  back?: { to: string; label: string };
};

export function ScreenHeader({ title, back }: ScreenHeaderProps) {
  return (
    <header className="flex min-h-14 items-center gap-1">
      {back ? (
        <Link to={back.to} aria-label={back.label} className={`${ICON_BUTTON_CLASS} -ml-2.5`}>
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
      ) : null}
      <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
    </header>
  );
}
