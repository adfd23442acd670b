/** What marks a place that was searched for, by its name. */
export function PlaceDot({ title }: { title: string }) {
  return (
    <div role="img" aria-label={title} title={title} className="flex size-8 items-center justify-center">
      <span className="bg-ink size-4 rounded-full border-[3px] border-white shadow-md dark:border-[#1f1206]" />
    </div>
  );
}
