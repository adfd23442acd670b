/** What the functions use of Deno, for the type checker of everything else. */
declare const Deno: {
  env: { get: (name: string) => string | undefined };
  serve: (handler: (request: Request) => Promise<Response>) => unknown;
  readTextFileSync: (path: string) => string;
  createHttpClient: (options: { cert: string; key: string }) => object;
};
