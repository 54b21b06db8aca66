// Unsaved edits, kept in this browser until they're saved or discarded: by person, because a browser can have several, and by record.

/** A record as the server stores it. */
export interface Stored<T> {
  value: T;
  /** Changes with every change by anyone: what a save names as `expected`. */
  version: string;
}

/** What somebody made of a record. */
export interface KeptDraft<T> {
  /** The record as it was. */
  base: Stored<T>;
  edited: T;
  /** When it was last edited. */
  at: string;
}

const prefix = 'marque-draft';
const longestDays = 60;

const keyOf = (person: string, record: string): string => `${prefix} ${person} ${record}`;

/** Null if there is none, or the browser keeps nothing. */
export function readDraft<T>(person: string, record: string): KeptDraft<T> | null {
  try {
    const text = window.localStorage.getItem(keyOf(person, record));
    if (text === null) return null;
    const kept = JSON.parse(text) as KeptDraft<T>;
    if (Date.now() - Date.parse(kept.at) < longestDays * 86_400_000) return kept;
    dropDraft(person, record);
    return null;
  } catch {
    return null;
  }
}

export function keepDraft<T>(person: string, record: string, base: Stored<T>, edited: T): void {
  const kept: KeptDraft<T> = { base, edited, at: new Date().toISOString() };
  try {
    window.localStorage.setItem(keyOf(person, record), JSON.stringify(kept));
  } catch {
    // Full, or switched off: the edits are still on the page.
  }
}

export function dropDraft(person: string, record: string): void {
  try {
    window.localStorage.removeItem(keyOf(person, record));
  } catch {
    // Switched off: nothing was kept.
  }
}
