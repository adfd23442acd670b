/** A failure that the operator can fix. The message is the one line that they read. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
