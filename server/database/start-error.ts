/** The product cannot start for a reason the operator can mend: the message is the one line they read. */
export class StartError extends Error {
  override name = 'StartError';
}
