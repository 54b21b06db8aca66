'use client';
// One asset in a grid. The whole card is a link; the checkbox in its corner selects it.
import { Link } from '@payloadcms/ui';
import type { Asset } from '../../assets/schemas.ts';
import { counted, filesize, kindOf } from '../ui/format.ts';
import { LockIcon } from '../ui/icons.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';

interface Props {
  asset: Asset;
  selected?: boolean;
  /** Called before its page opens. */
  onOpen?: () => void;
  /** Left out: the card can't be selected. */
  onSelect?: ((selected: boolean) => void) | undefined;
}

function suggestionsOn({ proposedTags, proposedFields }: Asset): number {
  return proposedTags.length + Object.keys(proposedFields).length;
}

export function AssetCard({ asset, selected = false, onOpen, onSelect }: Props) {
  const route = useAdminRoute();
  const name = asset.metadata.title ?? asset.filename;
  const suggestions = suggestionsOn(asset);
  const size = asset.width && asset.height ? `${asset.width} × ${asset.height}` : filesize(asset.size);
  return (
    <li className={`mq-card ${selected ? 'mq-card--selected' : ''}`} data-asset={asset.id}>
      <div className="mq-card__picture">
        <Thumbnail asset={asset} shownAt={260} />
        {onSelect && (
          <label className="mq-card__select">
            <input type="checkbox" checked={selected} onChange={(event) => onSelect(event.target.checked)} />
            <span className="mq-sr-only">Select {name}</span>
          </label>
        )}
      </div>
      <div className="mq-card__text">
        <Link
          className="mq-card__name"
          href={route(`/collections/assets/${asset.id}`)}
          prefetch={false}
          title={asset.filename}
          onClick={onOpen}
        >
          {name}
        </Link>
        <span className="mq-card__facts">
          {kindOf(asset.mime)} · {size}
        </span>
        <span className="mq-card__marks">
          <StateBadge state={asset.state} />
          {suggestions > 0 && (
            <span className="mq-badge mq-badge--note">{counted(suggestions, 'suggestion')}</span>
          )}
          {asset.private && (
            <span className="mq-card__private">
              <LockIcon /> <span className="mq-sr-only">Private</span>
            </span>
          )}
        </span>
      </div>
    </li>
  );
}
