import { m } from '#messages';
import { ParkNowForm } from '../booking/reserve/park-now-form.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

export function ParkNowScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.action_park_now()} />
      <ParkNowForm />
    </div>
  );
}
