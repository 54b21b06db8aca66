'use client';
// Who can visit a site or portal, and its password.
import type { AccessMode } from '../../sharing/schemas.ts';
import { TextPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import { recordKeys, type RecordNoun } from './record-words.ts';
import { visibilityWords } from './visibility-words.ts';
import './sharing.css';

const modes = ['public', 'password', 'members'] as const satisfies readonly AccessMode[];

interface Visibility {
  access?: AccessMode | undefined;
  /** Undefined or left out: as it is. */
  password?: string | undefined;
}

interface Props {
  noun: RecordNoun;
  /** As it's stored. */
  stored: AccessMode;
  draft: Visibility;
  /** The error of one of the two. */
  at: (field: 'access' | 'password') => string | null;
  onChange: (change: Visibility) => void;
}

export function VisibilityPart({ noun, stored, draft, at, onChange }: Props) {
  const { t } = useWords();
  const chosen = draft.access ?? stored;
  const problem = at('access');
  return (
    <>
      <fieldset className="mq-fieldset">
        <legend className="mq-sr-only">{t('sharing:whoCanVisit')}</legend>
        <div className="mq-options">
          {modes.map((mode) => (
            <label key={mode} className="mq-option">
              <input
                type="radio"
                name={`mq-${noun}-access`}
                checked={chosen === mode}
                onChange={() => onChange({ access: mode })}
              />
              <span>
                <strong>{t(visibilityWords[mode].label)}</strong>
                <span className="mq-muted">{t(visibilityWords[mode].hint)}</span>
              </span>
            </label>
          ))}
        </div>
        {problem && <p className="mq-problem">{problem}</p>}
      </fieldset>
      {chosen === 'password' && (
        <TextPart
          id={`mq-${noun}-password`}
          label={t('sharing:newPassword')}
          type="secret"
          value={draft.password ?? ''}
          maxLength={200}
          problem={at('password')}
          hint={t(stored === 'password' ? 'sharing:newPasswordHint' : recordKeys[noun].previousPassword)}
          onChange={(password) => onChange({ password: password || undefined })}
        />
      )}
    </>
  );
}
