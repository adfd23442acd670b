import * as z from 'zod';

const uuid = z.guid();

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => uuid.safeParse(text).success;
