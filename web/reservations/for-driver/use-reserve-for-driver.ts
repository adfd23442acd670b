import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { createIdempotencyKeys } from '../reserve/idempotency-key.ts';
import { type DriverBooking, reserveForDriver } from './data.ts';
import { type FoundDriver, nameDriver } from './driver/found-driver.ts';

type Request = Omit<DriverBooking, 'id' | 'driverId'> & { driver: FoundDriver };

/** Reserves for a driver and tells the outcome. After a failure it can be tried again, and is done once. */
export function useReserveForDriver(onReserved: () => void) {
  const queryClient = useQueryClient();
  const [keys] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  return useOnlineMutation({
    mutationFn: ({ driver, ...booking }: Request) => {
      const { spaceId, startTime, hours, vehicleId } = booking;
      const id = keys.getKey({ spaceId, startTime, hours, heldFor: `${driver.id} ${vehicleId}` });
      return reserveForDriver({ ...booking, id, driverId: driver.id });
    },
    onSuccess: (_, { driver }) => {
      toast.success(m.for_driver_done({ driver: nameDriver(driver) }));
      onReserved();
    },
    // The form says it.
    onError: () => undefined,
    // Also after a failure: somebody else may have been faster.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
