import { m } from '#messages';
import { formatTime } from '../../../ui/format-time.ts';
import type { AdminSpace } from '../admin-space.ts';

/** Why and until when an operator gave a space its status; nothing when nobody said so. */
export function StatusNote({ space: { override } }: { space: AdminSpace }) {
  if (override === null || (override.reason === null && override.endsAt === null)) return null;
  return (
    <div className="text-muted text-sm wrap-anywhere">
      {override.reason === null ? null : <p className="line-clamp-3">{override.reason}</p>}
      {override.endsAt === null ? null : (
        <p className="tabular-nums">{m.set_status_ends({ time: formatTime(override.endsAt) })}</p>
      )}
    </div>
  );
}
