'use client';
// How an asset may be used: its rights, and the terms beside them.
import { ChoicePart, TextPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import { miningChoices } from '../rights/rights-choices.ts';
import { noRights } from '../rights/no-rights.ts';
import { RightsParts } from '../rights/RightsParts.tsx';
import type { EditedUsage } from './edited-asset.ts';
import type { FormPartsProps } from './form-parts.ts';
import { LinkedPart } from './LinkedPart.tsx';

const texts = [
  { name: 'credit', label: 'bulk:creditLine', type: 'text', maxLength: 500 },
  { name: 'terms', label: 'bulk:otherTerms', type: 'lines', maxLength: 5000 },
  { name: 'licensorUrl', label: 'review:usageLicensor', type: 'text', maxLength: 2000 },
] as const;

function TermParts({ draft, value: { usage }, readOnly }: FormPartsProps) {
  const { t } = useWords();
  const change = (part: Partial<EditedUsage>): void => draft.change({ usage: { ...usage, ...part } });
  return (
    <fieldset className="mq-fieldset">
      <legend>{t('bulk:groupTerms')}</legend>
      <div className="mq-form">
        {texts.map(({ name, label, ...text }) => (
          <TextPart
            key={name}
            {...text}
            id={`mq-asset-${name}`}
            label={t(label)}
            value={usage[name]}
            readOnly={readOnly}
            problem={draft.problemAt(name)}
            onChange={(typed) => change({ [name]: typed })}
          />
        ))}
        <ChoicePart
          id="mq-asset-mining"
          label={t('bulk:mining')}
          none={t('ui:notSet')}
          options={Object.entries(miningChoices).map(([value, key]) => ({ value, label: t(key) }))}
          value={usage.mining}
          readOnly={readOnly}
          onChange={(mining) => change({ mining: mining as EditedUsage['mining'] })}
        />
      </div>
    </fieldset>
  );
}

export function UsageParts(props: FormPartsProps) {
  const { asset, draft, value, readOnly } = props;
  const { t } = useWords();
  return (
    <div className="mq-form mq-asset__form">
      <RightsParts
        id={(part) => `mq-asset-rights-${part}`}
        rights={value.rights}
        readOnly={readOnly}
        onChange={(rights) => draft.change({ rights: rights ?? noRights })}
      />
      <TermParts {...props} />
      <LinkedPart
        label={t('review:useInstead')}
        id={value.supersededBy}
        from={asset.id}
        readOnly={readOnly}
        hint={t('records:useInsteadHint')}
        problem={draft.problemAt('supersededBy')}
        onChange={(supersededBy) => draft.change({ supersededBy })}
      />
    </div>
  );
}
