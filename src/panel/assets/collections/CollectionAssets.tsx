'use client';
// The assets of a collection as cards in their order, which can be changed.
import { useEffect, useRef, useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { DropSide } from '../../ui/useReorder.ts';
import { MemberCard, type MemberDrag } from './MemberCard.tsx';
import { nameOf } from '../name-of.ts';
import type { Members } from './useMembers.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  members: Members;
  cover: string | null;
  mayWrite: boolean;
  onCover: (asset: Asset) => void;
}

/** Dragging cards with the mouse. */
function useDrag(assets: readonly Asset[], move: (asset: Asset, to: number) => void) {
  const [dragged, setDragged] = useState<Asset | null>(null);
  const [over, setOver] = useState<{ id: string; side: DropSide } | null>(null);
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (asset: Asset, index: number): MemberDrag => ({
    dragged: dragged?.id === asset.id,
    over: dragged && over?.id === asset.id && dragged.id !== asset.id ? over.side : null,
    onStart: () => setDragged(asset),
    onOver: (side) => {
      if (over?.id !== asset.id || over.side !== side) setOver({ id: asset.id, side });
    },
    onDrop: () => {
      if (dragged && over && dragged.id !== asset.id) {
        const from = assets.findIndex(({ id }) => id === dragged.id);
        const gap = over.side === 'after' ? index + 1 : index;
        // Taking it out moves what follows one place up.
        move(dragged, from < gap ? gap - 1 : gap);
      }
      end();
    },
    onEnd: end,
  });
}

function MoveHint() {
  const { t } = useWords();
  return (
    <p className="mq-sr-only" id="mq-move-hint">
      {t('collections:moveHint')}
    </p>
  );
}

export function CollectionAssets({ members, cover, mayWrite, onCover }: Props) {
  const { t } = useWords();
  const assets = members.assets ?? [];
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const refocus = useRef<string | null>(null);
  const move = (asset: Asset, to: number): void => {
    members.move(asset, to);
    setSaid(t('collections:isNow', { name: nameOf(asset), position: to + 1, total: assets.length }));
  };
  const dragOf = useDrag(assets, move);

  // A card that React puts elsewhere in the document loses the focus.
  useEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-grip="${refocus.current}"]`)?.focus();
    refocus.current = null;
  });

  return (
    <>
      <Alert problem={members.problem} />
      <p className="mq-sr-only" role="status">
        {said}
      </p>
      {mayWrite && <MoveHint />}
      <ul className="mq-grid" aria-label={t('collections:assetsInside')} ref={list}>
        {assets.map((asset, index) => (
          <MemberCard
            key={asset.id}
            asset={asset}
            index={index}
            total={assets.length}
            isCover={cover === asset.id}
            drag={dragOf(asset, index)}
            actions={
              mayWrite
                ? {
                    onMove: (to) => {
                      refocus.current = asset.id;
                      move(asset, to);
                    },
                    onCover: () => onCover(asset),
                    onRemove: () => members.remove(asset),
                  }
                : null
            }
          />
        ))}
      </ul>
      {members.more && (
        <div className="mq-more">
          <button type="button" className="mq-button" onClick={members.loadMore}>
            {t('assets:showMore')}
          </button>
        </div>
      )}
    </>
  );
}
