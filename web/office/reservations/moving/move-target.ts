import * as z from 'zod';

const hindranceSchema = z.enum(['taken', 'out-of-service']);

/** Why a space cannot take a stay, as far as the screen tells; the database decides. */
export type Hindrance = z.infer<typeof hindranceSchema>;

/** Of the function `move_targets`. */
export const moveTargetSchema = z.object({ id: z.string(), name: z.string(), hindrance: hindranceSchema.nullable() });

/** A space that a reservation can move to, unless something hinders it. */
export type MoveTarget = z.infer<typeof moveTargetSchema>;
