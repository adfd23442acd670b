import * as z from 'zod';
import { toCamelCase } from '../../domain/camel-case.ts';

/** What is read of a table: the columns to select, and the schema of a row, which renames them. */
export function tableRow<Shape extends z.ZodRawShape>(shape: Shape) {
  return { columns: Object.keys(shape).join(), schema: z.object(shape).transform((row) => toCamelCase(row)) };
}
