import { useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { releaseHold } from './data.ts';

type GiveUpButtonProps = Omit<ButtonProps, 'onClick'> & { reservationId: string; onGivenUp?: () => void };

/** Frees the space of a reservation that is not paid after all. */
export function GiveUpButton({ reservationId, onGivenUp, ...button }: GiveUpButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useOnlineMutation({
    mutationFn: () => releaseHold(reservationId),
    onSuccess: () => {
      onGivenUp?.();
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Button variant="secondary" {...button} onClick={() => mutate()} disabled={isPending}>
      {isPending ? m.payment_giving_up() : m.payment_give_up()}
    </Button>
  );
}
