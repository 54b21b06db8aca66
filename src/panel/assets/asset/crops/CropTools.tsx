'use client';
// The buttons below the picture: for the focal point or for a drawn area, and those that save.
import type { Point } from '../../../../assets/crops/crops.ts';
import { useWords } from '../../../words/useWords.ts';
import { center } from './crop-geometry.ts';

const same = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, disabled = false, onClick }: ToolProps) {
  return (
    <button type="button" className="mq-button mq-button--small" disabled={disabled} onClick={onClick}>
      {label}
    </button>
  );
}

interface PointToolsProps {
  point: Point;
  suggested: Point | null;
  onPoint: (point: Point) => void;
}

export function PointTools({ point, suggested, onPoint }: PointToolsProps) {
  const { t } = useWords();
  return (
    <div className="mq-row">
      <Tool
        label={t('crops:useSuggestion')}
        disabled={!suggested || same(suggested, point)}
        onClick={() => suggested && onPoint(suggested)}
      />
      <Tool label={t('crops:toCenter')} disabled={same(center, point)} onClick={() => onPoint(center)} />
    </div>
  );
}

interface AreaToolsProps {
  isDrawn: boolean;
  onFollow: () => void;
  onDone: () => void;
}

export function AreaTools({ isDrawn, onFollow, onDone }: AreaToolsProps) {
  const { t } = useWords();
  return (
    <div className="mq-row">
      <Tool label={t('crops:toPoint')} onClick={onDone} />
      <Tool label={t('crops:followPoint')} disabled={!isDrawn} onClick={onFollow} />
    </div>
  );
}

interface SaveProps {
  isChanged: boolean;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

export function SaveCrops({ isChanged, busy, onSave, onDiscard }: SaveProps) {
  const { t } = useWords();
  return (
    <div className="mq-row">
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={!isChanged || busy}
        onClick={onSave}
      >
        {t('crops:save')}
      </button>
      {isChanged && (
        <button type="button" className="mq-button" disabled={busy} onClick={onDiscard}>
          {t('crops:discard')}
        </button>
      )}
      {isChanged && <span className="mq-hint">{t('pages:unsavedKept')}</span>}
    </div>
  );
}
