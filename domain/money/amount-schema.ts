import * as z from 'zod';
import { parseCents } from './cents.ts';

/** An amount of money in a row of the Data API. */
export const amountSchema = z.number().transform((amount) => parseCents(amount));
