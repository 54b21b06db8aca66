'use client';
// What is left of the picture in common shapes and in each preset, as it's edited.
import type { Area, Point } from '../../../../assets/crops/crops.ts';
import type { Preset } from '../../../../assets/crops/presets.ts';
import { useWords } from '../../../words/useWords.ts';
import { shapeOf, shownPart, whole } from './crop-geometry.ts';

const percent = (share: number): string => `${share * 100}%`;

function Preview({ src, part, pictureShape }: { src: string; part: Area; pictureShape: number }) {
  return (
    <span
      className="mq-crop-preview__frame"
      style={{ aspectRatio: (part.width / part.height) * pictureShape }}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        style={{
          width: percent(1 / part.width),
          height: percent(1 / part.height),
          left: percent(-part.x / part.width),
          top: percent(-part.y / part.height),
        }}
      />
    </span>
  );
}

interface Props {
  src: string;
  pictureShape: number;
  point: Point;
  areas: Readonly<Record<string, Area>>;
  presets: readonly Preset[];
  /** The preset whose crop is edited; null: the focal point. */
  chosen: string | null;
  onChoose: (name: string | null) => void;
}

export function CropPreviews({ src, pictureShape, point, areas, presets, chosen, onChoose }: Props) {
  const { t } = useWords();
  const common = [
    { label: t('crops:square'), shape: 1 },
    { label: '16:9', shape: 16 / 9 },
    { label: '4:5', shape: 4 / 5 },
  ];
  return (
    <div className="mq-crop-previews">
      <h3>{t('crops:commonShapes')}</h3>
      <ul>
        {common.map(({ label, shape }) => (
          <li key={label} className="mq-crop-preview">
            <Preview
              src={src}
              pictureShape={pictureShape}
              part={shownPart(whole, point, shape, pictureShape)}
            />
            <span>{label}</span>
          </li>
        ))}
      </ul>
      {presets.length > 0 && (
        <>
          <h3>{t('crops:presets')}</h3>
          <ul>
            {presets.map((preset) => {
              const { name } = preset;
              const area = areas[name] ?? whole;
              return (
                <li key={name}>
                  <button
                    type="button"
                    className="mq-crop-preview"
                    aria-pressed={chosen === name}
                    onClick={() => onChoose(chosen === name ? null : name)}
                  >
                    <Preview
                      src={src}
                      pictureShape={pictureShape}
                      part={shownPart(area, point, shapeOf(preset), pictureShape)}
                    />
                    <span>{name}</span>
                    <span className="mq-muted">{areas[name] ? t('crops:drawn') : t('crops:byPoint')}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
