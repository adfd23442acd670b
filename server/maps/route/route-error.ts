type RouteErrorCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'NoRoute'
  | 'TooBig';

/** An error of the route service; OSRM responds to all of them with status 400. */
export class RouteError extends Error {
  override name = 'RouteError';
  readonly code: RouteErrorCode;

  constructor(code: RouteErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
