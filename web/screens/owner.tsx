import { CircleParking } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../paths.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

/** Stands for the owner mode, which nobody has built yet. */
export function OwnerScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pb-8">
      <ScreenHeader title={m.owner_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      <div className="flex flex-1 flex-col justify-center">
        <StatePanel
          icon={CircleParking}
          title={m.owner_not_open()}
          text={m.owner_not_open_detail()}
          action={
            <Link to={paths.account} className={buttonClass('secondary', 'mt-2')}>
              {m.action_back_to_account()}
            </Link>
          }
        />
      </div>
    </div>
  );
}
