'use client';
// One asset in a grid. The whole card is a link; the checkbox in its corner selects it.
import type { DragEvent } from 'react';
import type { Asset } from '../../assets/schemas.ts';
import { kindOf } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { EyeIcon } from '../ui/icons.tsx';
import { SelectOne } from '../ui/SelectOne.tsx';
import { AiBadge, PrivateMark, StateBadge } from '../ui/StateBadge.tsx';
import { fills, Thumbnail } from '../ui/Thumbnail.tsx';
import { useWords } from '../words/useWords.ts';
import { AssetName } from './AssetName.tsx';
import { placeInText, type FoundAsset } from './found-in-text.ts';
import { nameOf } from './name-of.ts';
import { pixelsOf } from './pixels.ts';
import { useVideoFrames, VideoFrames } from './VideoFrames.tsx';

interface Props {
  asset: FoundAsset;
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
      <AiBadge asset={asset} />
      {suggestions > 0 && (
        <span className="mq-badge mq-badge--note">{t('assets:suggestions', { count: suggestions })}</span>
      )}
      {asset.private && <PrivateMark />}
    </span>
  );
}

interface PictureProps extends Pick<Props, 'asset' | 'onLook' | 'onSelect'> {
  first: boolean;
  selected: boolean;
  /** Of a video: the one to show instead of its poster. */
  frame: number | null;
}

/** The picture, with what can be done to it in place. */
function CardPicture({ asset, first, selected, frame, onLook, onSelect }: PictureProps) {
  const { t } = useWords();
  const name = nameOf(asset);
  return (
    <div className="mq-card__picture">
      <Thumbnail asset={asset} shownAt={260} first={first} />
      {frame !== null && <VideoFrames asset={asset} frame={frame} fills={fills(asset)} />}
      {onSelect && (
        <SelectOne className="mq-card__select" title={name} selected={selected} onSelect={onSelect} />
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
  const words = useWords();
  const place = placeInText(asset, words);
  const { frame, listeners } = useVideoFrames(asset);
  const size = pixelsOf(asset) ?? words.filesize(asset.size);
  return (
    <li
      className={`mq-card ${selected ? 'mq-card--selected' : ''}`}
      data-asset={asset.id}
      draggable={onDrag !== undefined}
      onDragStart={onDrag}
      aria-posinset={position?.at}
      aria-setsize={position?.of}
      {...listeners}
      {...row}
    >
      <CardPicture
        asset={asset}
        first={first}
        selected={selected}
        frame={frame}
        onLook={onLook}
        onSelect={onSelect}
      />
      <div className="mq-card__text">
        <AssetName className="mq-card__name" asset={asset} query={query} onClick={onOpen} />
        <span className="mq-card__facts">
          {kindOf(asset.mime)} · {size}
        </span>
        {place !== null && <span className="mq-card__facts">{place}</span>}
        <Marks asset={asset} />
      </div>
    </li>
  );
}
