'use client';
// The focal point and the crops of an asset, on its picture.
import type { Area, Point } from '../../../assets/crops/crops.ts';
import type { Asset } from '../../../assets/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { CropStage } from '../../assets/asset/crops/CropStage.tsx';
import { nameOf } from '../../assets/name-of.ts';
import { useAsset } from '../../assets/useAsset.ts';
import { pictureOf } from '../../ui/pictures.ts';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import '../../assets/asset/crops/crops.css';
import { useEdited } from '../edit/useEdited.tsx';

/** As far as they change; null: none. */
interface Crops {
  focalPoint?: Point;
  presets?: Record<string, Area | null>;
}

/** The focal point, or what is cut out for a preset. */
interface Part {
  /** Undefined: the focal point. */
  preset?: string;
  before: Point | Area | null;
  after: Point | Area | null;
}

const cropsIn = (state: Record<string, unknown> | null): Crops => state?.crops ?? {};

function partsOf({ before, after }: Proposal): Part[] {
  const [was, is] = [cropsIn(before), cropsIn(after)];
  return [
    ...(is.focalPoint ? [{ before: was.focalPoint ?? null, after: is.focalPoint }] : []),
    ...Object.entries(is.presets ?? {}).map(([preset, area]) => ({
      preset,
      before: was.presets?.[preset] ?? null,
      after: area,
    })),
  ];
}

const nameOfPart = ({ preset }: Part, t: Translate): string =>
  preset === undefined ? t('crops:focalPoint') : t('crops:areaOf', { name: preset });

interface PlaceProps {
  asset: Asset;
  part: Part;
  place: Point | Area | null;
  /** Undefined: it's only shown. */
  onChange?: (place: Point | Area) => void;
}

function Place({ asset, part, place, onChange }: PlaceProps) {
  const { t } = useWords();
  if (place === null) return <Placeholder>{t('review:cropRemoved')}</Placeholder>;
  const change = onChange ?? (() => undefined);
  return (
    <CropStage
      src={pictureOf(asset, 'w_1280,f_webp')}
      alt={nameOf(asset)}
      pictureShape={(asset.width ?? 1) / (asset.height ?? 1)}
      readOnly={onChange === undefined}
      point={place}
      onPoint={change}
      drawn={
        'width' in place ? { area: place, label: nameOfPart(part, t), shape: null, onChange: change } : null
      }
    />
  );
}

function Change({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { data: asset } = useAsset(proposal.target.id);
  if (!asset) return null;
  return partsOf(proposal).map((part) => (
    <section key={part.preset ?? ''} className="mq-change" aria-label={nameOfPart(part, t)}>
      <h3>{nameOfPart(part, t)}</h3>
      <Sides
        before={<Place asset={asset} part={part} place={part.before} />}
        after={<Place asset={asset} part={part} place={part.after} />}
      />
    </section>
  ));
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const { data: asset } = useAsset(proposal.target.id);
  const [crops, setCrops] = useEdited('crops', cropsIn(proposal.after));
  if (!asset) return null;
  const setPart = ({ preset }: Part, place: Point | Area): void =>
    setCrops(
      preset === undefined
        ? { ...crops, focalPoint: place }
        : { ...crops, presets: { ...crops.presets, [preset]: place as Area } },
    );
  return (
    <EditForm {...frame} value={() => ({ crops })}>
      {partsOf({ ...proposal, after: { crops } }).map((part) => (
        <section key={part.preset ?? ''} aria-label={nameOfPart(part, t)}>
          <p className="mq-label">{nameOfPart(part, t)}</p>
          <Place asset={asset} part={part} place={part.after} onChange={(place) => setPart(part, place)} />
        </section>
      ))}
    </EditForm>
  );
}

export const crops: KindView = {
  label: (t) => t('review:kindCrops'),
  gist: (proposal, t) =>
    t('review:changeCrops', {
      parts: partsOf(proposal)
        .map((part) => nameOfPart(part, t))
        .join(', '),
    }),
  Change,
  Edit,
};
