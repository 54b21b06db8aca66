// A collection's picture: its cover beside the first assets, or a tile if it's empty.
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { FolderIcon } from '../../ui/icons.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';

/** @param shownAt its width on the page, in CSS pixels. */
export function CollectionCover({
  collection: { previews },
  shownAt,
}: {
  collection: Pick<Collection, 'previews'>;
  shownAt: number;
}) {
  // Two small pictures beside a large one; fewer wouldn't fill the space.
  const shown = previews.length >= 3 ? previews.slice(0, 3) : previews.slice(0, 1);
  return (
    <span className={`mq-cover mq-cover--${shown.length}`}>
      {shown.map((asset, at) => (
        <Thumbnail key={asset.id} asset={asset} shownAt={at === 0 ? shownAt : shownAt / 3} />
      ))}
      {shown.length === 0 && (
        <span className="mq-thumb mq-thumb--file">
          <FolderIcon />
        </span>
      )}
    </span>
  );
}
