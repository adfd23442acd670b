import { Badge } from '../ui/badge.tsx';

/** How many spaces of a zone are free. */
export function FreeBadge({ count }: { count: number }) {
  return count > 0 ? <Badge tone="positive">{`${count} free`}</Badge> : <Badge tone="danger">Full</Badge>;
}
