'use client';
// Suggested tags and values for an asset, to accept or dismiss. Hidden when there are none.
import type { ReactNode } from 'react';
import type { FieldValues } from '../../../../fields/schemas.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { useOpenAsset } from '../record/open-asset.ts';
import { useFields } from '../../../client/useFields.ts';
import { showValue } from '../../../fields/ValuePart.tsx';
import { useWords } from '../../../words/useWords.ts';

interface RowProps {
  /** The buttons' accessible names. */
  accept: string;
  dismiss: string;
  children: ReactNode;
  busy: boolean;
  mayWrite: boolean;
  onAccept: () => void;
  onDismiss: () => void;
}

function Row({ accept, dismiss, children, busy, mayWrite, onAccept, onDismiss }: RowProps) {
  const { t } = useWords();
  return (
    <li className="mq-suggestion">
      <span className="mq-suggestion__what">{children}</span>
      {mayWrite && (
        <span className="mq-suggestion__answers">
          <IconButton
            className="mq-icon-button mq-icon-button--go"
            label={accept}
            title={t('asset:accept')}
            disabled={busy}
            onClick={onAccept}
          >
            <CheckIcon />
          </IconButton>
          <IconButton label={dismiss} title={t('asset:dismiss')} disabled={busy} onClick={onDismiss}>
            <CloseIcon />
          </IconButton>
        </span>
      )}
    </li>
  );
}

interface AllProps {
  busy: boolean;
  onAccept: () => void;
  onDismiss: () => void;
}

function AllAtOnce({ busy, onAccept, onDismiss }: AllProps) {
  const { t } = useWords();
  return (
    <div className="mq-row">
      <button type="button" className="mq-link" disabled={busy} onClick={onAccept}>
        {t('asset:acceptAll')}
      </button>
      <button type="button" className="mq-link" disabled={busy} onClick={onDismiss}>
        {t('asset:dismissAll')}
      </button>
    </div>
  );
}

const without = (values: FieldValues, key: string): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== key));

export function Suggestions() {
  const { t } = useWords();
  const { asset, mayWrite, busy, patch } = useOpenAsset();
  const { proposedTags: tags, proposedFields: values } = asset;
  const keys = Object.keys(values);
  const { fields } = useFields(keys.length > 0 ? asset.workspaceId : null);
  if (tags.length + keys.length === 0) return null;

  const labelOf = (key: string): string => fields?.find((field) => field.key === key)?.label ?? key;

  return (
    <section className="mq-suggestions" aria-label={t('asset:suggestions')}>
      <header className="mq-suggestions__head">
        <h2>{t('asset:suggestions')}</h2>
        {mayWrite && tags.length + keys.length > 1 && (
          <AllAtOnce
            busy={busy}
            onAccept={() =>
              void patch((now) => ({
                ...(tags.length > 0 ? { tags: [...now.tags, ...tags] } : {}),
                ...(keys.length > 0 ? { fields: values } : {}),
              }))
            }
            onDismiss={() => void patch({ proposedTags: [], proposedFields: {} })}
          />
        )}
      </header>
      <ul>
        {tags.map((tag) => (
          <Row
            key={`tag ${tag}`}
            accept={t('asset:acceptTag', { tag })}
            dismiss={t('asset:dismissTag', { tag })}
            busy={busy}
            mayWrite={mayWrite}
            onAccept={() => void patch((now) => ({ tags: [...now.tags, tag] }))}
            onDismiss={() =>
              void patch((now) => ({ proposedTags: now.proposedTags.filter((other) => other !== tag) }))
            }
          >
            <span className="mq-muted">{t('asset:tag')}</span> <strong>{tag}</strong>
          </Row>
        ))}
        {Object.entries(values).map(([key, value]) => (
          <Row
            key={`field ${key}`}
            accept={t('asset:acceptValue', { label: labelOf(key), value: showValue(value, t) })}
            dismiss={t('asset:dismissValue', { label: labelOf(key), value: showValue(value, t) })}
            busy={busy}
            mayWrite={mayWrite}
            onAccept={() => void patch({ fields: { [key]: value } })}
            onDismiss={() => void patch((now) => ({ proposedFields: without(now.proposedFields, key) }))}
          >
            <span className="mq-muted">{labelOf(key)}</span> <strong>{showValue(value, t)}</strong>
          </Row>
        ))}
      </ul>
    </section>
  );
}
