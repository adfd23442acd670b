import { m } from '#messages';
import type { EntryKind } from '../../domain/money/entry-kinds.ts';
import { formatTime } from '../ui/platform/format-time.ts';

type EntryTextProps = { kind: EntryKind; createdAt: string; reason: string | null; actorEmail?: string | null };

export function EntryText({ kind, createdAt, reason, actorEmail = null }: EntryTextProps) {
  return (
    <div className="min-w-0 flex-[1_1_12rem]">
      <span className="font-semibold">{m[`money_entry_${kind}` as const]()}</span>{' '}
      <time dateTime={createdAt} className="text-muted block text-sm">
        {formatTime(createdAt)}
      </time>
      {actorEmail === null ? null : (
        <p className="text-muted text-sm wrap-anywhere">{m.money_wallet_by({ email: actorEmail })}</p>
      )}
      {reason === null ? null : <p className="text-muted text-sm wrap-anywhere">{reason}</p>}
    </div>
  );
}
