'use client';
// An asset of a collection: a card that is moved by dragging it, by the arrow keys, or from its menu.
import type { KeyboardEvent } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { kindOf } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { GripIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { indexAfter, sideOf, type DropSide } from '../../ui/useReorder.ts';
import { AssetName } from '../AssetName.tsx';
import { nameOf } from '../name-of.ts';
import { useWords } from '../../words/useWords.ts';

export interface MemberActions {
  /** Moves it to an index. */
  onMove: (to: number) => void;
  onCover: () => void;
  onRemove: () => void;
}

export interface MemberDrag {
  dragged: boolean;
  over: DropSide | null;
  onStart: () => void;
  onOver: (side: DropSide) => void;
  onDrop: () => void;
  onEnd: () => void;
}

interface Props {
  asset: Asset;
  index: number;
  total: number;
  isCover: boolean;
  /** Null: the person can't change the collection. */
  actions: MemberActions | null;
  drag: MemberDrag;
}

function MemberTools({ asset, index, total, isCover, actions }: Props & { actions: MemberActions }) {
  const { t } = useWords();
  const name = nameOf(asset);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = indexAfter(event, index, total);
    if (to === null) return;
    event.preventDefault();
    if (to !== index) actions.onMove(to);
  };
  const moves = [
    ...(index > 0
      ? [
          { label: t('collections:moveToStart'), onSelect: () => actions.onMove(0) },
          { label: t('collections:moveEarlier'), onSelect: () => actions.onMove(index - 1) },
        ]
      : []),
    ...(index < total - 1
      ? [
          { label: t('collections:moveLater'), onSelect: () => actions.onMove(index + 1) },
          { label: t('collections:moveToEnd'), onSelect: () => actions.onMove(total - 1) },
        ]
      : []),
  ];
  return (
    <span className="mq-member__tools">
      <IconButton
        label={t('collections:moveMember', { name, position: index + 1, total })}
        aria-describedby="mq-move-hint"
        data-grip={asset.id}
        onKeyDown={onKeyDown}
      >
        <GripIcon />
      </IconButton>
      <Menu
        label={t('collections:actionsFor', { name })}
        items={[
          ...(isCover ? [] : [{ label: t('collections:useAsCover'), onSelect: actions.onCover }]),
          ...moves,
          { label: t('collections:removeFromThis'), stop: true, onSelect: actions.onRemove },
        ]}
      />
    </span>
  );
}

export function MemberCard(props: Props) {
  const { t } = useWords();
  const { asset, isCover, actions, drag } = props;
  const marks = [drag.dragged && 'mq-member--dragged', drag.over && `mq-member--${drag.over}`];
  return (
    <li
      className={['mq-card', 'mq-member', ...marks].filter(Boolean).join(' ')}
      data-asset={asset.id}
      draggable={actions !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', nameOf(asset));
        drag.onStart();
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        drag.onOver(sideOf(event, 'across'));
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        drag.onDrop();
      }}
      onDragEnd={drag.onEnd}
    >
      <div className="mq-card__picture">
        <Thumbnail asset={asset} shownAt={230} />
      </div>
      <div className="mq-card__text">
        <AssetName className="mq-card__name" asset={asset} draggable={false} />
        <span className="mq-card__facts">
          {[kindOf(asset.mime), ...(isCover ? [t('collections:cover')] : [])].join(' · ')}
        </span>
        {asset.state !== 'active' && (
          <span className="mq-card__marks">
            <StateBadge state={asset.state} />
          </span>
        )}
      </div>
      {actions && <MemberTools {...props} actions={actions} />}
    </li>
  );
}
