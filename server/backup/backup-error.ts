/** A backup cannot be made or put back for a reason the operator can mend: the message is the one line they read. */
export class BackupError extends Error {
  override name = 'BackupError';
}
