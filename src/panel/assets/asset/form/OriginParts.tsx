'use client';
// Where an asset comes from, and how it was generated.
import { ChoicePart, TextPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import { originKeys } from '../../../../words/asset-values.ts';
import type { EditedAsset } from './edited-asset.ts';
import type { FormPartsProps } from './form-parts.ts';
import { LinkedPart } from './LinkedPart.tsx';

const origins = Object.keys(originKeys) as (keyof typeof originKeys)[];

export function OriginParts({ asset, draft, value, readOnly }: FormPartsProps) {
  const { t } = useWords();
  return (
    <div className="mq-form mq-asset__form">
      <ChoicePart
        id="mq-asset-origin"
        label={t('records:origin')}
        none={t('ui:notSet')}
        options={origins.map((origin) => ({ value: origin, label: t(originKeys[origin]) }))}
        value={value.origin}
        readOnly={readOnly}
        problem={draft.problemAt('origin')}
        onChange={(origin) => draft.change({ origin: origin as EditedAsset['origin'] })}
      />
      {value.origin === 'generated' && (
        <>
          <TextPart
            id="mq-asset-generator"
            label={t('records:generator')}
            maxLength={500}
            value={value.generator}
            readOnly={readOnly}
            problem={draft.problemAt('generator')}
            onChange={(generator) => draft.change({ generator })}
          />
          <TextPart
            id="mq-asset-prompt"
            label={t('records:prompt')}
            type="lines"
            maxLength={10_000}
            value={value.prompt}
            readOnly={readOnly}
            problem={draft.problemAt('prompt')}
            onChange={(prompt) => draft.change({ prompt })}
          />
        </>
      )}
      <LinkedPart
        label={t('review:madeFrom')}
        id={value.parentAssetId}
        from={asset.id}
        readOnly={readOnly}
        problem={draft.problemAt('parentAssetId')}
        onChange={(parentAssetId) => draft.change({ parentAssetId })}
      />
    </div>
  );
}
