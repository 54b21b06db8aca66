'use client';
// Where an asset's picture is cropped: its focal point, and areas drawn for presets, with what is left of it beside them.
import { useState } from 'react';
import { useOperation } from '../../../client/useOperation.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { pictureOf, useHasPicture } from '../../../ui/pictures.ts';
import { useWords } from '../../../words/useWords.ts';
import { shapeOf, shownPart, whole } from './crop-geometry.ts';
import { CropPreviews } from './CropPreviews.tsx';
import { CropStage } from './CropStage.tsx';
import { AreaTools, PointTools, SaveCrops } from './CropTools.tsx';
import type { Edited } from './merge-crops.ts';
import { useCrops } from './useCrops.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { useOpenAsset } from '../record/open-asset.ts';
import './crops.css';

interface EditorProps {
  asset: PicturedAsset & { width: number; height: number };
  readOnly: boolean;
  onSaved: () => void;
}

const withArea = (areas: Edited['presets'], name: string, area: Edited['presets'][string] | null) => {
  const others = Object.entries(areas).filter(([one]) => one !== name);
  return Object.fromEntries(area ? [...others, [name, area] as const] : others);
};

/** The presets of the asset's workspace, and which one's crop is edited. */
function usePresets({ workspaceId }: PicturedAsset) {
  const { data } = useOperation('get_transforms', {}, workspaceId);
  const [name, choose] = useState<string | null>(null);
  const presets = data?.presets ?? [];
  return { presets, chosen: presets.find((preset) => preset.name === name) ?? null, choose };
}

function CropEditor({ asset, readOnly, onSaved }: EditorProps) {
  const { t } = useWords();
  const { id, filename, metadata } = asset;
  const { crops, suggested, isChanged, busy, problem, edit, discard, save } = useCrops(id, onSaved);
  const { presets, chosen, choose } = usePresets(asset);
  if (!crops) return <Alert problem={problem} />;
  const { focalPoint: point, presets: areas } = crops;
  const pictureShape = asset.width / asset.height;
  const picture = { src: pictureOf(asset, 'w_1280,f_webp'), pictureShape, point };
  const onPoint = (focalPoint: typeof point): void => edit({ focalPoint });
  const shape = chosen && shapeOf(chosen);
  const drawn = chosen && {
    area: areas[chosen.name] ?? shownPart(whole, point, shape, pictureShape),
    label: t('crops:areaOf', { name: chosen.name }),
    shape,
    onChange: (area: Edited['presets'][string]) => edit({ presets: withArea(areas, chosen.name, area) }),
  };
  return (
    <div className="mq-crops">
      <div className="mq-crops__edit">
        <CropStage
          {...picture}
          alt={metadata.description ?? metadata.title ?? filename}
          readOnly={readOnly}
          onPoint={onPoint}
          drawn={drawn}
        />
        <p className="mq-hint">
          {chosen ? t('crops:areaHint', { name: chosen.name }) : t('crops:pointHint')}
        </p>
        {!readOnly &&
          (chosen ? (
            <AreaTools
              isDrawn={chosen.name in areas}
              onFollow={() => edit({ presets: withArea(areas, chosen.name, null) })}
              onDone={() => choose(null)}
            />
          ) : (
            <PointTools point={point} suggested={suggested} onPoint={onPoint} />
          ))}
        <Alert problem={problem} />
        {!readOnly && (
          <SaveCrops isChanged={isChanged} busy={busy} onSave={() => void save()} onDiscard={discard} />
        )}
      </div>
      <CropPreviews
        {...picture}
        areas={areas}
        presets={presets}
        chosen={chosen?.name ?? null}
        onChoose={choose}
      />
    </div>
  );
}

export function AssetCrops() {
  const { t } = useWords();
  const { asset, mayWrite, again } = useOpenAsset();
  const hasPicture = useHasPicture();
  const { width, height, mime } = asset;
  if (!width || !height || !hasPicture({ mime, width }))
    return <p className="mq-hint">{t('crops:noPicture')}</p>;
  return (
    <div className="mq-crops-place">
      <CropEditor
        key={asset.id}
        asset={{ ...asset, width, height }}
        readOnly={!mayWrite}
        onSaved={() => void again()}
      />
    </div>
  );
}
