import { m } from '#messages';
import { Badge } from '../../ui/badge.tsx';

export function FreeBadge({ count }: { count: number }) {
  return count > 0 ? (
    <Badge tone="positive">{m.zone_free_spaces({ count })}</Badge>
  ) : (
    <Badge tone="danger">{m.zone_full()}</Badge>
  );
}
