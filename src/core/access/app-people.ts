// The people of an app that has an auth collection of its own: who they are is for the app to say, by its auth strategies; what they may
// do is said by grants here. Each has a record among our people, made when they first come.
import { createHash } from 'node:crypto';
import type { Service } from '../service.ts';

/** A signed-in user of the app, as its strategies return them. */
export interface AppUser {
  id: string | number;
  /** The slug. */
  collection: string;
  email?: string | null;
  /** The session, where the collection keeps sessions. */
  _sid?: string;
  [field: string]: unknown;
}

export interface AppPeople {
  /** The slug of the app's auth collection. */
  collection: string;
  nameOf(user: AppUser): string;
  /**
   * Called with the user of each request: keeps their record and grants up to date. False: the app has disabled them, and they're nobody
   * here.
   * @throws unavailable if the app can't say what they may do
   */
  meet(service: Service, user: AppUser): Promise<boolean>;
  /**
   * False: the app has disabled them.
   * @throws unavailable if the app can't say
   */
  isActive(service: Service, user: AppUser): Promise<boolean>;
  /** Called on startup. */
  prepare(service: Service): Promise<void>;
}

let current: AppPeople | null = null;

/** Set by the plugin before anything runs; null where Marque has people of its own. */
export function setAppPeople(people: AppPeople | null): void {
  current = people;
}

export const appPeople = (): AppPeople | null => current;

/** Of RFC 9562: UUIDs made from a name. Any constant works, as long as it never changes. */
const namespace = Buffer.from('8f0a4b0e6d1c4c3fa3e5b2c7d9e1f604', 'hex');

/** The ID of a user of the app as one of our people: always the same UUID, whatever the app's ids are. */
export function personIdOf({ collection, id }: Pick<AppUser, 'collection' | 'id'>): string {
  const bytes = createHash('sha1').update(namespace).update(`${collection}:${id}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-');
}
