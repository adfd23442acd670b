import { Construction, QrCode, X } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { AdminSpace } from '../admin-space.ts';
import type { SignSelection } from '../signs/use-sign-spaces.ts';
import { MAX_SPACES } from './data.ts';

type SelectionBarProps = {
  /** The spaces that match the search and the filter. */
  found: readonly AdminSpace[];
  selected: readonly AdminSpace[];
  onSelect: (spaces: readonly AdminSpace[]) => void;
  onClear: () => void;
  onSetStatus: () => void;
};

/** Selects all spaces that match, and offers what can be done with those that are selected. */
export function SelectionBar({ found, selected, onSelect, onClear, onSetStatus }: SelectionBarProps) {
  const selectable = found.slice(0, MAX_SPACES);
  const chosen = new Set(selected);
  const isAll = selectable.length > 0 && selectable.every((space) => chosen.has(space));
  const count = selectable.length;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <CheckboxField
        label={found.length > MAX_SPACES ? m.set_status_select_first({ count }) : m.set_status_select_all({ count })}
        checked={isAll}
        disabled={count === 0}
        onChange={() => (isAll ? onClear() : onSelect(selectable))}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-sm font-semibold empty:hidden">
          {selected.length === 0 ? '' : m.set_status_selected({ count: selected.length })}
        </p>
        {selected.length === 0 ? null : (
          <>
            <Button size="small" onClick={onSetStatus} disabled={selected.length > MAX_SPACES}>
              <Construction aria-hidden="true" className="size-4" />
              {m.set_status_title()}
            </Button>
            <Link
              to={paths.spaceSigns}
              state={{ ids: selected.map(({ id }) => id) } satisfies SignSelection}
              className={buttonClass('secondary', undefined, 'small')}
            >
              <QrCode aria-hidden="true" className="size-4" />
              {m.signs_open_selected()}
            </Link>
            <IconButton icon={X} label={m.set_status_clear()} onClick={onClear} />
          </>
        )}
      </div>
    </div>
  );
}
