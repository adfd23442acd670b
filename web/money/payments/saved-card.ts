import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { m } from '#messages';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';

const savedCardSchema = z.object({
  id: z.guid(),
  brand: z.string(),
  last4: z.string(),
  /** Year and month, such as '202812'. */
  expires: z.string().regex(/^20\d{4}$/),
});

/** A card that AZUL keeps for a driver. */
export type SavedCard = z.infer<typeof savedCardSchema>;

/** The cards of this driver, the newest first. @throws Problem `cards-not-loaded` */
async function listSavedCards(userId: string): Promise<ParsedRows<SavedCard>> {
  const response = await dataClient()
    .from('saved_cards')
    .select('id, brand, last4, expires')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id');
  return readRows(response, savedCardSchema, 'cards-not-loaded');
}

export const savedCardsKey = (userId: string) => ['saved-cards', userId];

export function useSavedCards(userId: string, isWanted = true) {
  return useQuery({ queryKey: savedCardsKey(userId), queryFn: () => listSavedCards(userId), enabled: isWanted });
}

/** Safe to repeat. @throws Problem `card-not-removed` */
export async function removeSavedCard(id: string): Promise<void> {
  const { data, error } = await dataClient().from('saved_cards').delete().eq('id', id).select('id');
  // No row back: it is gone already, or row level security kept it.
  if (error || (data.length === 0 && (await isSaved(id)))) throw new Problem('card-not-removed', { cause: error });
}

async function isSaved(id: string): Promise<boolean> {
  const { data, error } = await dataClient().from('saved_cards').select('id').eq('id', id).maybeSingle();
  if (error) throw new Problem('card-not-removed', { cause: error });
  return data !== null;
}

/** Such as 'Visa ···· 1732'. */
export const formatCard = ({ brand, last4 }: SavedCard): string => m.card_name({ brand, digits: last4 });

/** Such as '12/28'. */
const formatExpiry = ({ expires }: SavedCard): string => `${expires.slice(4)}/${expires.slice(2, 4)}`;

/** Cards are good until the end of their month. */
export const hasExpired = ({ expires }: SavedCard, now: Date): boolean =>
  expires < `${now.getFullYear()}${String(now.getMonth() + 1).padStart(2, '0')}`;

export const describeExpiry = (card: SavedCard, now: Date): string =>
  hasExpired(card, now) ? m.card_expired({ month: formatExpiry(card) }) : m.card_expires({ month: formatExpiry(card) });
