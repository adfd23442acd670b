const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Stops what runs beside this process when a signal ends it before the server listens to signals itself.
 * @returns call it when the server does
 */
export function stopOnSignal(stop: () => Promise<void>): () => void {
  const listeners = Object.entries(EXIT_CODES).map(([signal, code]) => {
    const end = () => {
      stop().finally(() => process.exit(code));
    };
    process.once(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const forget of listeners) forget();
  };
}
