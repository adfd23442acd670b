/** The types of `autocannon` that the benchmarks use, since the package has none. */
declare module 'autocannon' {
  export type Request = { method: string; path: string; headers: Record<string, string>; body?: string };
  export type Client = { setRequests: (requests: Request[]) => void };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    overallRate?: number;
    requests: (Request & { setupRequest?: (request: Request) => Request })[];
    setupClient?: (client: Client) => void;
  };
  type Result = {
    requests: { total: number; average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    duration: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
