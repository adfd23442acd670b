import { ClockAlert, HardDrive, type LucideIcon, X } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatDurationMs } from '../booking/parking-time.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import type { StorageTrouble } from '../ui/platform/device-storage.ts';

const STORAGE_TEXTS = { blocked: m.device_storage_blocked, full: m.device_storage_full };

/** Says below the top bar what is wrong with this device, and what its person can do about it. */
export function DeviceNotices({ trouble, clockError }: { trouble: StorageTrouble | null; clockError: number }) {
  const app = getInstallation().appName;
  const direction = clockError > 0 ? 'ahead' : 'behind';
  const time = formatDurationMs(Math.abs(clockError));
  return (
    <>
      {trouble === null ? null : <Notice key={trouble} icon={HardDrive} text={STORAGE_TEXTS[trouble]({ app })} />}
      {clockError === 0 ? null : <Notice icon={ClockAlert} text={m.device_clock_wrong({ direction, time, app })} />}
    </>
  );
}

/** A line that stays until the person closes it. */
function Notice({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div role="status" className="border-line bg-brand-wash text-ink border-b print:hidden">
      <div className="mx-auto flex max-w-5xl items-center gap-3 pl-4">
        <Icon aria-hidden="true" className="text-brand-ink size-5 shrink-0" />
        <p className="min-w-0 flex-1 py-2 text-sm">{text}</p>
        <IconButton icon={X} label={m.action_close()} onClick={() => setIsClosed(true)} />
      </div>
    </div>
  );
}
