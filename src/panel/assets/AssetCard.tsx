'use client';
// One asset in a grid. The whole card is a link; the checkbox in its corner selects it.
import { Link } from '@payloadcms/ui';
import type { DragEvent } from 'react';
import type { Asset } from '../../assets/schemas.ts';
import { kindOf } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { EyeIcon, LockIcon } from '../ui/icons.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  asset: Asset;
  /** It begins a row whose height is measured. */
  row?: { ref: (element: HTMLElement | null) => void; 'data-index': number } | undefined;
  /** Its place among all results, from 1, where not all are in the document. */
  position?: { at: number; of: number };
  /** It's in the window from the start. */
  first?: boolean;
  /** The query of its link: where it is opened from. */
  query?: string;
  selected?: boolean;
  /** Called before its page opens. */
  onOpen?: () => void;
  /** Shows it large. Left out: there's no quick look. */
  onLook?: (() => void) | undefined;
  /** Called as it is dragged. Left out: it can't be. */
  onDrag?: ((event: DragEvent) => void) | undefined;
  /** Left out: the card can't be selected. `range`: with all up to the one that was selected before. */
  onSelect?: ((selected: boolean, range: boolean) => void) | undefined;
}

function suggestionsOn({ proposedTags, proposedFields }: Asset): number {
  return proposedTags.length + Object.keys(proposedFields).length;
}

function Marks({ asset }: { asset: Asset }) {
  const { t } = useWords();
  const suggestions = suggestionsOn(asset);
  return (
    <span className="mq-card__marks">
      <StateBadge state={asset.state} />
      {suggestions > 0 && (
        <span className="mq-badge mq-badge--note">{t('assets:suggestions', { count: suggestions })}</span>
      )}
      {asset.private && (
        <span className="mq-card__private">
          <LockIcon /> <span className="mq-sr-only">{t('assets:private')}</span>
        </span>
      )}
    </span>
  );
}

interface PictureProps extends Pick<Props, 'asset' | 'onLook' | 'onSelect'> {
  name: string;
  first: boolean;
  selected: boolean;
}

/** The picture, with what can be done to it in place. */
function CardPicture({ asset, name, first, selected, onLook, onSelect }: PictureProps) {
  const { t } = useWords();
  return (
    <div className="mq-card__picture">
      <Thumbnail asset={asset} shownAt={260} first={first} />
      {onSelect && (
        <label className="mq-card__select">
          <input
            type="checkbox"
            checked={selected}
            onChange={({ target, nativeEvent }) =>
              onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
          <span className="mq-sr-only">{t('ui:selectOne', { title: name })}</span>
        </label>
      )}
      {onLook && (
        <span className="mq-card__look">
          <IconButton
            label={t('library:quickLook', { name })}
            title={t('library:quickLookKey')}
            onClick={onLook}
          >
            <EyeIcon />
          </IconButton>
        </span>
      )}
    </div>
  );
}

export function AssetCard({
  asset,
  row,
  position,
  first = false,
  query = '',
  selected = false,
  ...on
}: Props) {
  const { onOpen, onLook, onDrag, onSelect } = on;
  const { filesize } = useWords();
  const route = useAdminRoute();
  const name = asset.metadata.title ?? asset.filename;
  const size = asset.width && asset.height ? `${asset.width} × ${asset.height}` : filesize(asset.size);
  return (
    <li
      className={`mq-card ${selected ? 'mq-card--selected' : ''}`}
      data-asset={asset.id}
      draggable={onDrag !== undefined}
      onDragStart={onDrag}
      aria-posinset={position?.at}
      aria-setsize={position?.of}
      {...row}
    >
      <CardPicture
        asset={asset}
        name={name}
        first={first}
        selected={selected}
        onLook={onLook}
        onSelect={onSelect}
      />
      <div className="mq-card__text">
        <Link
          className="mq-card__name"
          href={`${route(`/collections/assets/${asset.id}`)}${query}`}
          prefetch={false}
          title={asset.filename}
          onClick={onOpen}
        >
          {name}
        </Link>
        <span className="mq-card__facts">
          {kindOf(asset.mime)} · {size}
        </span>
        <Marks asset={asset} />
      </div>
    </li>
  );
}
