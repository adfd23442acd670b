/** What marks where the person is, 32 px. */
export function UserDot() {
  return (
    <div role="img" aria-label="Your Location" title="Your Location" className="relative size-8">
      <span className="absolute inset-0 animate-pulse rounded-full bg-[#2563eb]/25" />
      <span className="absolute inset-2 rounded-full border-[3px] border-white bg-[#2563eb] shadow-md" />
    </div>
  );
}
