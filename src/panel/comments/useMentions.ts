'use client';
// Completes names after an `@`, while a comment is written.
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Mentionable } from '../../comments/schemas.ts';

export type Suggest = (typed: string) => Promise<readonly Mentionable[]>;

/** Between keystrokes. */
const restMs = 150;
const beginning = /(?:^|[^\p{L}\p{N}_.@])@([^@\n]{0,40})$/u;

interface Typed {
  /** Where the `@` is. */
  at: number;
  name: string;
}

function typedAt(text: string, caret: number): Typed | null {
  const name = beginning.exec(text.slice(0, caret))?.[1];
  return name === undefined ? null : { at: caret - name.length - 1, name };
}

interface Options {
  text: string;
  suggest: Suggest | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
}

export function useMentions({ text, suggest, field, onChange }: Options) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [found, setFound] = useState<{ name: string; people: readonly Mentionable[] } | null>(null);
  const [active, setActive] = useState(0);
  const name = suggest && typed ? typed.name : null;

  useEffect(() => {
    if (name === null || !suggest) return;
    let current = true;
    const timer = window.setTimeout(() => {
      suggest(name).then(
        (people) => {
          if (!current) return;
          setFound({ name, people });
          setActive(0);
        },
        () => undefined, // Names can still be typed.
      );
    }, restMs);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [name, suggest]);

  const people = name !== null && found?.name === name ? found.people : [];

  const choose = (person: Mentionable): void => {
    if (!typed) return;
    const before = `${text.slice(0, typed.at)}@${person.name} `;
    onChange(before + text.slice(typed.at + 1 + typed.name.length));
    setTyped(null);
    // After the new text is in the field.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const person = people[active];
    if (!person) return false;
    const step = { ArrowDown: 1, ArrowUp: people.length - 1 }[event.key];
    if (step !== undefined) setActive((active + step) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setTyped(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return {
    people,
    active,
    choose,
    onKeyDown,
    close: () => setTyped(null),
    follow: (value: string, caret: number) => setTyped(typedAt(value, caret)),
  };
}
