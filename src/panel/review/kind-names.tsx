'use client';
// What kinds of proposals are called, in views that don't draw them: Marque's own, and those that the server names for its modules.
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { PlainKey } from '../../words/keys.ts';
import { useWords } from '../words/useWords.ts';
import { kindWords, moduleKindWords } from './kind-words.ts';
import type { ModuleKind } from './module-kinds.ts';

export type NamedKind = Pick<ModuleKind, 'name' | 'label' | 'showsOnce'>;

const OfModules = createContext<readonly NamedKind[]>([]);

export function ModuleKindNames({ kinds, children }: { kinds: readonly NamedKind[]; children: ReactNode }) {
  return <OfModules value={kinds}>{children}</OfModules>;
}

const ofMarque: Readonly<Record<string, PlainKey>> = moduleKindWords;

interface Kinds {
  kinds: readonly NamedKind[];
  /** One whose module is gone has no name. */
  nameOf: (kind: string) => string;
  showsOnce: (kind: string) => boolean;
}

/** Every kind, Marque's own first. */
export function useKinds(): Kinds {
  const { t } = useWords();
  const ofModules = use(OfModules);
  return useMemo(() => {
    const own = Object.entries(kindWords).map(([name, word]): NamedKind => ({ name, label: t(word) }));
    const added = ofModules.map((kind): NamedKind => {
      const word = ofMarque[kind.name];
      return word ? { ...kind, label: t(word) } : kind;
    });
    const kinds = [...own, ...added];
    const find = (kind: string): NamedKind | undefined => kinds.find(({ name }) => name === kind);
    return {
      kinds,
      nameOf: (kind) => find(kind)?.label ?? kind.replaceAll('_', ' '),
      showsOnce: (kind) => find(kind)?.showsOnce === true,
    };
  }, [t, ofModules]);
}
