'use client';
// Who sees an asset: only those who were given access, everyone in the workspace, or anyone with its address.
import { TickPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { EditedAsset } from './edited-asset.ts';
import type { AssetDraft } from './useAssetDraft.ts';

interface Props {
  draft: AssetDraft;
  value: EditedAsset;
  readOnly: boolean;
}

const parts = [
  { name: 'private', label: 'records:private', hint: 'records:privateHint' },
  { name: 'public', label: 'records:public', hint: 'records:publicHint' },
] as const;

export function PrivacyParts({ draft, value, readOnly }: Props) {
  const { t } = useWords();
  return (
    <div className="mq-asset__privacy">
      {parts.map(({ name, label, hint }) => (
        <div key={name}>
          <TickPart
            label={t(label)}
            checked={value[name]}
            readOnly={readOnly}
            onChange={(isOn) => draft.change({ [name]: isOn })}
          />
          <p className="mq-hint">{t(hint)}</p>
        </div>
      ))}
    </div>
  );
}
