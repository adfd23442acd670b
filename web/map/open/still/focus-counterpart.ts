const FOCUSABLE = 'button, a[href], [tabindex="0"]';

const readName = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/** The name of what has the focus in a map, or null when the focus is elsewhere. */
export function nameFocused(host: HTMLElement | null): string | null {
  const { activeElement } = document;
  return activeElement !== null && host?.contains(activeElement) ? readName(activeElement) : null;
}

/** Focuses what has the same name in the map that took the place of another. */
export function focusCounterpart(host: HTMLElement | null, name: string | null): void {
  if (name === null) return;
  const candidates = [...(host?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  candidates.find((candidate) => readName(candidate) === name)?.focus({ preventScroll: true });
}
