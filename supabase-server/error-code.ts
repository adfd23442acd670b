/** The code of an error of Node, PostgreSQL or a driver; undefined for any other error. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
