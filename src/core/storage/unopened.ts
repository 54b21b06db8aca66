// In place of a module's storage that throws when it's opened. Files are neither read nor stored anywhere else: once it opens again, those
// stored meanwhile would be missing.
import { storageFailure, type Storage, type StoredEntry } from './contract.ts';

export class UnopenedStorage implements Storage {
  readonly #refuse: () => Promise<never>;

  /** @param cause what it threw */
  constructor(cause: unknown) {
    this.#refuse = () => Promise.reject(storageFailure(cause));
  }

  stage = (): Promise<never> => this.#refuse();
  keep = (): Promise<void> => this.#refuse();
  discard = (): Promise<never> => this.#refuse();
  withFile = (): Promise<never> => this.#refuse();
  put = (): Promise<never> => this.#refuse();
  read = (): Promise<never> => this.#refuse();
  stat = (): Promise<never> => this.#refuse();
  look = (): Promise<never> => this.#refuse();
  remove = (): Promise<never> => this.#refuse();
  removeAll = (): Promise<never> => this.#refuse();
  healthy = (): Promise<boolean> => Promise.resolve(false);
  localPath = (): null => null;

  // eslint-disable-next-line require-yield -- it fails before it has anything
  async *list(): AsyncGenerator<StoredEntry, void, undefined> {
    await this.#refuse();
  }
}
