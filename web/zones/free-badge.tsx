import { Badge } from '../ui/badge.tsx';

export function FreeBadge({ count }: { count: number }) {
  return count > 0 ? <Badge tone="positive">{`${count} free`}</Badge> : <Badge tone="danger">Full</Badge>;
}
