import { useId } from 'react';
import { m } from '#messages';
import { formatDay, formatTableClock } from '../../../../domain/language/format.ts';
import { formatSpaceInZone } from '../../../../domain/zones/space-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatTime } from '../../../ui/format-time.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { type Choice, type Choices, findClashes, listOptions } from './resolutions.ts';
import type { TouchedStay } from './touched-stay.ts';

type TouchedStaysProps = {
  stays: readonly TouchedStay[];
  choices: Choices;
  onChoose: (stay: TouchedStay, choice: Choice) => void;
};

/** The reservations of spaces that go out of service, each with what becomes of it. */
export function TouchedStays({ stays, choices, onChoose }: TouchedStaysProps) {
  const clashing = findClashes(stays, choices);
  if (stays.length === 0) return <p className="text-muted">{m.touched_stays_none()}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {stays.map((stay) => (
        <Stay
          key={stay.id}
          stay={stay}
          choice={choices.get(stay.id) ?? ''}
          isClashing={clashing.has(stay.id)}
          onChoose={(choice) => onChoose(stay, choice)}
        />
      ))}
    </ul>
  );
}

type StayProps = { stay: TouchedStay; choice: Choice; isClashing: boolean; onChoose: (choice: Choice) => void };

function Stay({ stay, choice, isClashing, onChoose }: StayProps) {
  const titleId = useId();
  const { driver, plate, startTime, phase } = stay;
  return (
    <li className="border-line grid items-start gap-3 rounded-card border p-3 sm:grid-cols-2">
      <div id={titleId} className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {driver ?? m.space_stay_unnamed_driver()}
          {plate ? <span className="text-muted font-normal">{plate}</span> : null}
          {phase === 'future' ? null : (
            <Badge tone="danger">{phase === 'held' ? m.touched_stay_held() : m.touched_stay_under_way()}</Badge>
          )}
        </p>
        <p className="text-muted text-sm wrap-anywhere">{formatSpaceInZone(stay.space)}</p>
        <p className="text-muted text-sm tabular-nums">
          {m.touched_stay_times({ start: formatTime(startTime), end: formatEnd(stay) })}
        </p>
        {phase === 'under_way' ? <p className="text-danger mt-1 text-sm">{m.touched_stay_parked()}</p> : null}
      </div>
      <SelectField
        label={m.touched_stay_choice()}
        aria-describedby={titleId}
        value={choice}
        options={listOptions(stay)}
        error={isClashing ? m.touched_stay_clash() : undefined}
        onChange={({ target }) => onChoose(target.value)}
      />
    </li>
  );
}

/** The day only where the stay ends on another one. */
const formatEnd = ({ startTime, endTime }: TouchedStay): string =>
  formatDay(startTime) === formatDay(endTime) ? formatTableClock(endTime) : formatTime(endTime);
