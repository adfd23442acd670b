import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, type ProblemKey } from '../../../../domain/problems.ts';
import { createIdempotencyKeys } from '../../../booking/reserve/idempotency-key.ts';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { type DriverBooking, type FoundDriver, nameDriver, reserveForDriver } from './data.ts';

type Request = Omit<DriverBooking, 'id' | 'driverId'> & { driver: FoundDriver };

/**
 * Reserves for a driver and tells the outcome. After a failure it can be tried again, and is done once. `isOutcomeUnknown` from a
 * lost response until there is one.
 */
export function useReserveForDriver(onReserved: () => void) {
  const queryClient = useQueryClient();
  const [keys] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  const [isOutcomeUnknown, setIsOutcomeUnknown] = useState(false);
  const reserving = useOnlineMutation({
    mutationFn: ({ driver, ...booking }: Request) => {
      const { spaceId, startTime, hours, vehicleId } = booking;
      const id = keys.getKey({ spaceId, startTime, hours, heldFor: `${driver.id} ${vehicleId}` });
      return reserveForDriver({ ...booking, id, driverId: driver.id });
    },
    onSuccess: (_, { driver }) => {
      toast.success(m.for_driver_done({ driver: nameDriver(driver) }));
      onReserved();
    },
    // The form says it. A try without a network tells nothing of the one before.
    onError: (error) =>
      setIsOutcomeUnknown(
        (isUnknown) => isProblem(error, 'outcome-unknown') || (isUnknown && isProblem(error, 'offline')),
      ),
    // Also after a rejection: somebody else may have been faster. Without a response the form stays as it was sent.
    onSettled: (_, error) => (isProblem(error, 'outcome-unknown') ? undefined : queryClient.invalidateQueries()),
  });
  return { ...reserving, isOutcomeUnknown };
}

const isProblem = (error: unknown, key: ProblemKey) => error instanceof Problem && error.key === key;
