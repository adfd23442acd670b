import { useId } from 'react';
import { m } from '#messages';
import type { StayValues } from '../../../booking/arrival/stay-values.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TARGETS_LIMIT } from './data.ts';
import type { MoveTarget } from './move-target.ts';

/** Date and time as their inputs write them. */
export type Start = Pick<StayValues, 'date' | 'time'>;

type MoveFieldsProps = {
  targets: readonly MoveTarget[];
  /** Whether the zone has more spaces than these. */
  hasMore: boolean;
  spaceId: string;
  start: Start;
  dates: { min: string; max: string };
  startError: string | undefined;
  onSpace: (id: string) => void;
  onStart: (start: Start) => void;
};

export function MoveFields({ targets, hasMore, spaceId, start, dates, startError, ...on }: MoveFieldsProps) {
  const { onSpace, onStart } = on;
  const errorId = useId();
  const moreId = useId();
  const shared = {
    'aria-invalid': startError ? true : undefined,
    'aria-describedby': startError ? errorId : undefined,
  };
  return (
    <>
      <SelectField
        label={m.move_space()}
        value={spaceId}
        options={targets.map((target) => ({ value: target.id, label: formatTarget(target) }))}
        onChange={({ target }) => onSpace(target.value)}
        aria-describedby={hasMore ? moreId : undefined}
      />
      {hasMore ? (
        <p id={moreId} className="text-muted -mt-2 text-sm">
          {m.timeline_first_spaces({ count: TARGETS_LIMIT })}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <TextField
          label={m.reservation_date()}
          type="date"
          {...dates}
          {...shared}
          value={start.date}
          onChange={({ target }) => onStart({ ...start, date: target.value })}
          className="min-w-0 flex-[3_1_9rem]"
        />
        <TextField
          label={m.move_start()}
          type="time"
          {...shared}
          value={start.time}
          onChange={({ target }) => onStart({ ...start, time: target.value })}
          className="min-w-0 flex-[2_1_7rem]"
        />
      </div>
      {startError ? (
        <p id={errorId} role="alert" className="text-danger -mt-2 text-sm">
          {startError}
        </p>
      ) : null}
    </>
  );
}

function formatTarget({ name, hindrance }: MoveTarget): string {
  if (hindrance === 'taken') return m.move_space_taken({ space: name });
  if (hindrance === 'out-of-service') return m.space_option_out_of_service({ space: name });
  return name;
}
