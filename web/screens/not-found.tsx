import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/form/button.tsx';
import { Logo } from '../ui/layout/logo.tsx';

export function NotFoundScreen() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-6 text-center">
      <Logo className="h-20 opacity-90" />
      <h1 className="text-5xl font-extrabold tracking-tight">404</h1>
      <p className="text-muted text-lg">{m.not_found_text()}</p>
      <Link to={paths.root} className={buttonClass('primary')}>
        {m.not_found_to_home()}
      </Link>
    </div>
  );
}
