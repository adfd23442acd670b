/** OSRM's names for what is wrong with a request or its answer. */
export type RouteErrorCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'NoRoute'
  | 'TooBig';

/** An answer of the route service other than a route; OSRM sends every one of them with status 400. */
export class RouteError extends Error {
  override name = 'RouteRefusal';
  readonly code: RouteErrorCode;

  constructor(code: RouteErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
