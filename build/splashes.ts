const SCREENS = [
  { width: 375, height: 667, ratio: 2 },
  { width: 390, height: 844, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 440, height: 956, ratio: 3 },
] as const;

/** The splash screens of the app installed on iOS, which needs an exact size for each screen, in CSS px. */
export const SPLASHES = SCREENS.map((screen) => ({ ...screen, file: `splash-${screen.width}x${screen.height}.png` }));
