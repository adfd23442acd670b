import { useState } from 'react';
import { m } from '#messages';
import { joinRows } from '../../../data/parse-rows.ts';
import { DataAge } from '../../../ui/data-age.tsx';
import { InvalidRowItems } from '../../../ui/invalid-rows.tsx';
import { LoadingNote } from '../../../ui/loading-note.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ShowMoreButton } from '../../../ui/show-more-button.tsx';
import { RatingAverage } from '../../details/rating-average.tsx';
import { type AdminZone, formatZoneName } from '../admin-zone.ts';
import { HideCommentDialog } from './hide-comment-dialog.tsx';
import { RatingItem } from './rating-item.tsx';
import { useRatingsOfZone } from './use-ratings-of-zone.ts';
import type { ZoneRating } from './zone-rating.ts';

/** What drivers said of a zone, the newest first; comments can be hidden. */
export function ZoneRatingsDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const ratings = useRatingsOfZone(zone.id);
  const [hiding, setHiding] = useState<ZoneRating | null>(null);
  return (
    <Modal open size="large" onClose={onClose} title={m.zone_ratings_title()} description={formatZoneName(zone)}>
      <RatingAverage zone={zone} />
      <QueryState
        query={ratings}
        loading={<LoadingNote className="py-4">{m.zone_ratings_loading()}</LoadingNote>}
        isEmpty={({ pages }) => joinRows(pages).count === 0}
        empty={<p className="text-muted py-4">{m.admin_ratings_empty()}</p>}
      >
        {({ pages }) => {
          const { rows, invalid } = joinRows(pages);
          return (
            <>
              <ul aria-label={m.zone_ratings_title()} className="divide-line border-line divide-y border-t">
                {rows.map((rating) => (
                  <RatingItem key={rating.id} rating={rating} onHide={() => setHiding(rating)} />
                ))}
                <InvalidRowItems rows={invalid} />
              </ul>
              <DataAge query={ratings} />
              <ShowMoreButton list={ratings} size="small">
                {m.admin_ratings_show_older()}
              </ShowMoreButton>
            </>
          );
        }}
      </QueryState>
      {hiding === null ? null : <HideCommentDialog rating={hiding} onClose={() => setHiding(null)} />}
    </Modal>
  );
}
