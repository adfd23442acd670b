import { useState } from 'react';
import { m } from '#messages';
import { RatingAverage } from '../../../booking/zones/details/rating-average.tsx';
import { DataAge } from '../../../ui/data-age.tsx';
import { joinRows } from '../../../ui/data-table/parse-rows.ts';
import { InvalidRows } from '../../../ui/invalid-rows.tsx';
import { LoadingNote } from '../../../ui/loading-note.tsx';
import { LongList } from '../../../ui/long-list/long-list.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ShowMoreButton } from '../../../ui/show-more-button.tsx';
import { type AdminZone, formatZoneName } from '../admin-zone.ts';
import { HideCommentDialog } from './hide-comment-dialog.tsx';
import { RatingItem } from './rating-item.tsx';
import { useRatingsOfZone } from './use-ratings-of-zone.ts';
import type { ZoneRating } from './zone-rating.ts';

/** In px. */
const ROW_HEIGHT = 108;

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
              <LongList
                label={m.zone_ratings_title()}
                items={rows}
                getKey={({ id }) => id}
                rowHeight={ROW_HEIGHT}
                className="divide-line border-line divide-y border-t"
              >
                {(rating) => <RatingItem rating={rating} onHide={() => setHiding(rating)} />}
              </LongList>
              <InvalidRows rows={invalid} />
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
