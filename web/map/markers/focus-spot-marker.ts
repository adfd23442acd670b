/** Moves the focus back to the marker whose info window was closed. */
export function focusSpotMarker(spotId: string): void {
  document.querySelector<HTMLElement>(`[data-spot-id="${CSS.escape(spotId)}"]`)?.focus();
}
