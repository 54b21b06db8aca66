// Whether what the service is made of answers: the database and the storage.
import type { Service } from './service.ts';

export interface State {
  /** Both answer. */
  ok: boolean;
  database: boolean;
  storage: boolean;
}

export async function stateOf({ db, storage }: Pick<Service, 'db' | 'storage'>): Promise<State> {
  const [hasDatabase, hasStorage] = await Promise.all([
    db.query('select 1').then(
      () => true,
      () => false,
    ),
    storage.healthy(),
  ]);
  return { ok: hasDatabase && hasStorage, database: hasDatabase, storage: hasStorage };
}
