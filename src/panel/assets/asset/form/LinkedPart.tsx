'use client';
// Another asset that is named by this one: chosen in a picker, or only shown to those who can't edit.
import { AssetLink } from '../../AssetLink.tsx';
import { PickPart } from '../../../ui/form/PickPart.tsx';
import { AssetPicker } from '../../AssetPicker.tsx';

interface Props {
  label: string;
  /** Of the named asset. */
  id: string | null;
  /** Of the asset that names it, which can't name itself. */
  from: string;
  readOnly: boolean;
  hint?: string;
  problem: string | null;
  onChange: (id: string | null) => void;
}

export function LinkedPart({ label, id, from, readOnly, hint, problem, onChange }: Props) {
  const linked = id !== null && <AssetLink id={id} />;
  if (readOnly)
    return linked ? (
      <div className="mq-field">
        <span className="mq-label">{label}</span>
        {linked}
      </div>
    ) : null;
  return (
    <PickPart
      label={label}
      noun="file"
      chosen={linked}
      hint={hint}
      problem={problem}
      onRemove={() => onChange(null)}
      picker={(close) => (
        <AssetPicker
          title={label}
          except={from}
          onClose={close}
          onChoose={(asset) => {
            onChange(asset.id);
            close();
          }}
        />
      )}
    />
  );
}
