'use client';
// Who can visit a site or portal, and its password.
import type { AccessMode } from '../../sharing/schemas.ts';
import { TextPart } from '../ui/form/inputs.tsx';
import { visibilityHints, visibilityLabels } from './visibility-words.ts';
import './sharing.css';

const modes = ['public', 'password', 'members'] as const satisfies readonly AccessMode[];

interface Visibility {
  access?: AccessMode | undefined;
  /** Undefined or left out: as it is. */
  password?: string | undefined;
}

interface Props {
  noun: 'site' | 'portal';
  /** As it's stored. */
  stored: AccessMode;
  draft: Visibility;
  /** The error of one of the two. */
  at: (field: 'access' | 'password') => string | null;
  onChange: (change: Visibility) => void;
}

export function VisibilityPart({ noun, stored, draft, at, onChange }: Props) {
  const chosen = draft.access ?? stored;
  const problem = at('access');
  return (
    <>
      <fieldset className="mq-fieldset">
        <legend className="mq-sr-only">Who can visit</legend>
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
                <strong>{visibilityLabels[mode]}</strong>
                <span className="mq-muted">{visibilityHints[mode]}</span>
              </span>
            </label>
          ))}
        </div>
        {problem && <p className="mq-problem">{problem}</p>}
      </fieldset>
      {chosen === 'password' && (
        <TextPart
          id={`mq-${noun}-password`}
          label="New password"
          type="secret"
          value={draft.password ?? ''}
          maxLength={200}
          problem={at('password')}
          hint={
            stored === 'password'
              ? 'A new password signs out everyone who used the old one. Leave it empty to keep the current password.'
              : `Leave it empty to use the ${noun}’s previous password.`
          }
          onChange={(password) => onChange({ password: password || undefined })}
        />
      )}
    </>
  );
}
