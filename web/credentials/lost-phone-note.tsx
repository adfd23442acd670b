/** What to do without the phone; there are no spare codes, so it says so. */
export function LostPhoneNote() {
  return (
    <p className="rounded-control bg-brand-wash p-3 text-sm text-brand-ink">
      <strong>If you lose your phone:</strong> Parqueo has no spare codes. Write to the operator of Parqueo, who checks
      who you are and turns two-factor authentication off for you. Keep the setup key in a safe place and you can set up
      another phone yourself.
    </p>
  );
}
