import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { m } from '#messages';
import { STATE_CLASSES } from './grid/state-classes.ts';
import { STAY_STATES } from './lay-out-space.ts';
import { STATE_LABELS } from './stay-texts.ts';

/** What the patterns mean, which every stay also says in words. */
export function TimelineLegend() {
  return (
    <ul aria-label={m.timeline_legend()} className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {STAY_STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx('h-5 w-8 rounded-md border', STATE_CLASSES[state])} />
          {STATE_LABELS[state]}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <TriangleAlert aria-hidden="true" className="size-5 text-danger" />
        {m.timeline_clash()}
      </li>
    </ul>
  );
}
