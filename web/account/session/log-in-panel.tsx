import { LogIn } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { m } from '#messages';
import { paths } from '../../paths.ts';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { buttonClass } from '../../ui/form/button.tsx';

/** For visitors where a driver is needed: logging in leads back to this screen. */
export function LogInPanel({ title }: { title: string }) {
  const location = useLocation();
  return (
    <StatePanel
      icon={LogIn}
      title={title}
      action={
        <Link to={paths.logIn} state={{ from: location }} className={buttonClass('primary')}>
          {m.log_in_submit()}
        </Link>
      }
    />
  );
}
