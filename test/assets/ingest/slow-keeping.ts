// A storage that waits before it keeps what was staged.
import type { Storage } from '../../../src/core/storage/contract.ts';

/** A storage whose `keep` pauses first, until it is told to continue. */
export function slowKeeping(storage: Storage): { storage: Storage; begun: Promise<void>; goOn(): void } {
  const keep = storage.keep.bind(storage);
  let begin = (): void => undefined;
  let goOn = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  storage.keep = async (staged) => {
    begin();
    await gate;
    await keep(staged);
  };
  return { storage, begun, goOn };
}
