import { Link, useLocation } from 'react-router';
import { m } from '#messages';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { RedirectSignedIn } from '../redirect-signed-in.tsx';
import { EntryCard } from './entry-card.tsx';

/** Stands where people sign up while the operator lets nobody. */
export function SignUpClosed() {
  const { state } = useLocation();
  return (
    <RedirectSignedIn>
      <EntryCard title={m.sign_up_closed_title()} intro={m.sign_up_closed_intro()}>
        {/* The state holds where to go once signed in. */}
        <Link to={paths.logIn} state={state} className={buttonClass('primary', 'w-full')}>
          {m.log_in_submit()}
        </Link>
      </EntryCard>
    </RedirectSignedIn>
  );
}
