import { useQuery } from '@tanstack/react-query';
import { millisecondsInMinute } from 'date-fns/constants';
import { loadPaymentMethods } from './data.ts';
import { listSavedCards } from './saved-card.ts';

/** What can be paid with beside the wallet. */
export function usePaymentMethods() {
  return useQuery({
    queryKey: ['payment-methods'],
    queryFn: loadPaymentMethods,
    staleTime: 5 * millisecondsInMinute,
  });
}

export const savedCardsKey = (userId: string) => ['saved-cards', userId];

export function useSavedCards(userId: string, isWanted = true) {
  return useQuery({ queryKey: savedCardsKey(userId), queryFn: () => listSavedCards(userId), enabled: isWanted });
}
