/** The import cannot be done for a reason the operator can mend: the message is the one line they read. */
export class ImportError extends Error {
  override name = 'ImportError';
}
