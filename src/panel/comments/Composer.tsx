'use client';
// Writes a comment, a reply, or a new text of one. `@` offers the people who can be mentioned.
import { useRef, type ReactNode } from 'react';
import type { Mentionable } from '../../comments/schemas.ts';
import { useKeptText } from '../client/drafts/useKeptText.ts';
import { useBusy } from '../client/useBusy.ts';
import { Frame } from '../ui/form/inputs.tsx';
import { useMentions, type Suggest } from './useMentions.ts';
import { useWords } from '../words/useWords.ts';
import './comments.css';

interface PeopleProps {
  id: string;
  people: readonly Mentionable[];
  active: number;
  onChoose: (person: Mentionable) => void;
}

function People({ id, people, active, onChoose }: PeopleProps) {
  const { t } = useWords();
  return (
    <ul className="mq-mentions" id={id} role="listbox" aria-label={t('comments:peopleToMention')}>
      {people.map((person, at) => (
        <li
          key={person.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // The text keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          {person.name}
        </li>
      ))}
    </ul>
  );
}

interface FieldProps extends Pick<Props, 'id' | 'label' | 'suggest' | 'autoFocus'> {
  body: string;
  onChange: (body: string) => void;
  onSend: () => void;
}

function Field({ id, label, body, suggest, autoFocus = false, onChange, onSend }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ text: body, suggest, field, onChange });
  const open = mentions.people.length > 0;
  return (
    <Frame id={id} label={label}>
      <textarea
        ref={field}
        id={id}
        className="mq-input"
        rows={3}
        maxLength={10_000}
        value={body}
        autoFocus={autoFocus}
        aria-autocomplete={suggest ? 'list' : undefined}
        aria-controls={open ? `${id}-people` : undefined}
        aria-activedescendant={open ? `${id}-people-${mentions.active}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          mentions.follow(target.value, target.selectionStart);
        }}
        onBlur={mentions.close}
        onKeyDown={(event) => {
          if (mentions.onKeyDown(event)) return;
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSend();
        }}
      />
      {open && (
        <People
          id={`${id}-people`}
          people={mentions.people}
          active={mentions.active}
          onChoose={mentions.choose}
        />
      )}
    </Frame>
  );
}

interface Props {
  id: string;
  label: string;
  button: string;
  /** Where what is typed is kept until it's sent, such as `assets/4f…/comment`. */
  keptAs: string;
  initial?: string;
  suggest?: Suggest | undefined;
  autoFocus?: boolean;
  onSend: (body: string) => Promise<void>;
  /** Shown next to the button. */
  children?: ReactNode;
}

export function Composer(props: Props) {
  const { button, keptAs, initial = '', onSend, children, ...field } = props;
  const { text: body, change: setBody, forget } = useKeptText(keptAs, initial);
  const [busy, during] = useBusy();
  const isReady = !busy && body.trim() !== '';
  const send = (): void => {
    if (!isReady) return;
    void during(async () => {
      await onSend(body.trim());
      forget();
    });
  };
  return (
    <div className="mq-composer" role="group" aria-label={field.label}>
      <Field {...field} body={body} onChange={setBody} onSend={send} />
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--small mq-button--primary"
          disabled={!isReady}
          onClick={send}
        >
          {button}
        </button>
        {children}
      </div>
    </div>
  );
}
