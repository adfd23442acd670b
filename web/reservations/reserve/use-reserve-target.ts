import { useQuery } from '@tanstack/react-query';
import type { ReserveTarget } from './data.ts';
import { loadReserveTarget } from './data.ts';

/** The space and zone from the previous screen, else loaded by id. */
export function useReserveTarget(spaceId: string, handedOver: ReserveTarget | null) {
  const isHandedOver = handedOver?.space.id === spaceId;
  return useQuery({
    queryKey: ['reserve-target', spaceId],
    queryFn: () => loadReserveTarget(spaceId),
    ...(isHandedOver ? { initialData: handedOver, enabled: false } : {}),
  });
}
