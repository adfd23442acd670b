import { m } from '#messages';
import type { AdminSpace } from '../admin-space.ts';
import { useSelection } from './use-space-selection.ts';

/** Selects a space of the table. */
export function SpaceCheckbox({ space: { id, name } }: { space: AdminSpace }) {
  const { selected, toggle } = useSelection();
  return (
    // Large enough for a finger.
    <label className="-m-3 inline-flex size-11 cursor-pointer align-middle items-center justify-center">
      <input
        type="checkbox"
        aria-label={m.set_status_select_space({ space: name })}
        className="accent-brand-ink size-5"
        checked={selected.has(id)}
        onChange={() => toggle(id)}
      />
    </label>
  );
}
