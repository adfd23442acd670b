import { clsx } from 'clsx';
import { ArrowDownToLine, ArrowUpFromLine, LoaderCircle } from 'lucide-react';
import { m } from '#messages';
import type { LockAction } from '../../../domain/locks/lock.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { COMMAND_TEXTS } from './lock-texts.ts';
import { useSpaceLocksContext } from './space-locks-provider.tsx';
import type { LockedSpace } from './use-lock-commands.ts';

const ICONS = { raise: ArrowUpFromLine, lower: ArrowDownToLine } as const;

/** The buttons that raise and lower the lock of a space, disabled while a command runs. */
export function LockControl({ space }: { space: LockedSpace }) {
  const { commands, command } = useSpaceLocksContext();
  const sending = commands.get(space.id)?.phase === 'sending' ? commands.get(space.id)?.action : undefined;
  const button = (action: LockAction) => (
    <IconButton
      icon={sending === action ? LoaderCircle : ICONS[action]}
      label={COMMAND_TEXTS[action].button({ space: space.name })}
      {...(space.did === null ? { title: m.problem_space_without_lock() } : {})}
      disabled={sending !== undefined}
      // Without a lock the button still works: it explains that there is none.
      aria-disabled={space.did === null}
      aria-busy={sending === action}
      className={clsx(
        'border-field-line border',
        space.did === null && 'text-muted opacity-50',
        sending === action && '[&_svg]:animate-spin',
      )}
      onClick={() => command(space, action)}
    />
  );
  return (
    <div className="flex justify-end gap-2 md:justify-start">
      {button('raise')}
      {button('lower')}
    </div>
  );
}
