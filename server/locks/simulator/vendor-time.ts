// Swedish is written year first, which is how the vendor writes times.
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santo_Domingo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A moment as the vendor writes it: `YYYY-MM-DD HH:mm:ss`, on Santo Domingo's clocks. */
export function formatVendorTime(moment: Date): string {
  return format.format(moment);
}
