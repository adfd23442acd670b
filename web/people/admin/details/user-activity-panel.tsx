import type { ParsedRows } from '../../../data/parse-rows.ts';
import { formatKey } from '../../../ui/format-key.ts';
import { formatTime } from '../../../ui/format-time.ts';
import { InvalidRowItems } from '../../../ui/invalid-rows.tsx';
import type { UserActivity } from './user-details.ts';

export function UserActivityPanel({ activities }: { activities: ParsedRows<UserActivity> }) {
  if (activities.count === 0) return <p className="text-muted py-6 text-center">No recent activity.</p>;
  return (
    <ul aria-label="Recent activity" className="divide-line divide-y">
      {activities.rows.map(({ id, type, data, createdAt }) => (
        <li key={id} className="flex flex-col gap-1 py-3">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{formatKey(type)}</span>
            <span className="text-muted text-sm tabular-nums">{formatTime(createdAt)}</span>
          </div>
          {Object.entries(data).map(([key, value]) => (
            <p key={key} className="text-muted text-sm wrap-anywhere">
              {`${formatKey(key)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`}
            </p>
          ))}
        </li>
      ))}
      <InvalidRowItems rows={activities.invalid} />
    </ul>
  );
}
