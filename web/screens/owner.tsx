import { CircleParking } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { StatePanel } from '../ui/state-panel.tsx';

/** A placeholder. */
export function OwnerScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pb-8">
      <ScreenHeader title="Owner mode" back={{ to: paths.account, label: 'Back to account' }} />
      <div className="flex flex-1 flex-col justify-center">
        <StatePanel
          icon={CircleParking}
          title="Owner mode is not open yet"
          text="This is where people who own parking spaces will offer and manage them."
          action={
            <Link to={paths.account} className={buttonClass('secondary', 'mt-2')}>
              Back to account
            </Link>
          }
        />
      </div>
    </div>
  );
}
