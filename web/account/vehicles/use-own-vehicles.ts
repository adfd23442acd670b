import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { addVehicle, listVehicles, type NewVehicle, type OwnVehicle } from './data.ts';

const ownVehiclesKey = (userId: string) => ['own-vehicles', userId];

export function useOwnVehicles(userId: string) {
  return useQuery({ queryKey: ownVehiclesKey(userId), queryFn: () => listVehicles(userId) });
}

/** Adds a vehicle, which is in the list when `onSuccess` is called. The form shows a failure. */
export function useAddVehicle(userId: string) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: (vehicle: NewVehicle) => addVehicle(userId, vehicle),
    onSuccess: async (added) => {
      const queryKey = ownVehiclesKey(userId);
      // The response to an older request must not overwrite it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<OwnVehicle[]>(queryKey, (known = []) =>
        known.some(({ id }) => id === added.id) ? known : [...known.slice(0, 1), added, ...known.slice(1)],
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ownVehiclesKey(userId) }),
  });
}

/** Changes a vehicle and loads the list again before `onSuccess` is called. Failures show where the change was made. */
export function useChangeVehicle<Variables = void>(userId: string, change: (variables: Variables) => Promise<void>) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: ownVehiclesKey(userId) });
  return useOnlineMutation({ mutationFn: change, onSuccess: reload, onError: reload });
}
