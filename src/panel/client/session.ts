// What happens when a call finds that the session has ended: the panel asks the person to sign in again, and the call is repeated.
import { spoken } from './spoken.ts';
/** Asks the person. @returns true once they're signed in again, false if they'd rather not */
type Asking = () => Promise<boolean>;

let asking: Asking | null = null;
let open: Promise<boolean> | null = null;

/** @param next null: nobody is signed in, so calls fail as they are */
export function askWhenSignedOut(next: Asking | null): void {
  asking = next;
}

/** Several calls at once share one question. */
export async function signedInAgain(): Promise<boolean> {
  if (!asking) return false;
  open ??= asking().finally(() => {
    open = null;
  });
  return open;
}

export const signedOut = (): string => spoken().t('client:signedOut');
