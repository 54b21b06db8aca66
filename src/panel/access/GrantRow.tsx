'use client';
// A grant in a list: change its scope and abilities, or revoke it.
import type { Ability, Scope } from '../../core/access/ladder.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ask } from '../ui/Ask.tsx';
import { scopeKeys } from './access-words.ts';
import { AbilityBoxes } from './AccessPicker.tsx';
import { ScopeSelect } from './ScopeSelect.tsx';
import { useWords } from '../words/useWords.ts';

interface RowProps {
  /** The resource in a list of a person's grants; the holder in a list of a resource's grants. */
  title: string;
  note: string;
  scope: Scope;
  limits: readonly Ability[];
  /** Left out if the viewer can't change the grant, or it comes through a group. */
  onChange?: ((change: { scope: Scope; limits: Ability[] }) => Promise<void>) | undefined;
  onTake?: () => Promise<void>;
}

export function GrantRow({ title, note, scope, limits, onChange, onTake }: RowProps) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  const change = (to: { scope: Scope; limits: Ability[] }): void =>
    void during(async () => {
      await onChange?.(to);
    });
  return (
    <li className="mq-grant">
      <span className="mq-grant__on">
        <strong>{title}</strong> <span className="mq-muted">{note}</span>
      </span>
      {onChange && onTake ? (
        <span className="mq-row">
          <ScopeSelect
            className="mq-facet"
            label={t('access:scopeOn', { title })}
            scope={scope}
            disabled={busy}
            onChange={(next) => change({ scope: next, limits: [] })}
          />
          <Ask
            label={t('access:revoke')}
            confirm={t('access:revokeOn', { scope: t(scopeKeys[scope]), title })}
            onConfirm={onTake}
          />
        </span>
      ) : (
        <span className="mq-badge mq-badge--note">{t(scopeKeys[scope])}</span>
      )}
      {scope === 'write' && (onChange ?? limits.length > 0) && (
        <AbilityBoxes
          label={t('access:abilitiesOn', { title })}
          limits={limits}
          disabled={!onChange || busy}
          onChange={(next) => change({ scope, limits: next })}
        />
      )}
    </li>
  );
}
