// Which of the app's users are Marque's people.
import type { CollectionConfig, Config } from 'payload';
import { setAppPeople } from '../../src/core/access/app-people.ts';
import { followUsers } from '../../src/identity/app-people/follow-users.ts';
import {
  AdoptedPeople,
  type AccessOfUser,
  type ActivityOfUser,
} from '../../src/identity/app-people/people.ts';

/**
 * The app's auth collection; null if it has none.
 * @throws Error if the named one doesn't exist or can't sign anyone in
 */
function usersOf({ admin, collections = [] }: Config, named: string | undefined): CollectionConfig | null {
  const withAuth = collections.filter(({ auth }) => Boolean(auth));
  const slug = named ?? admin?.user;
  const found = slug === undefined ? withAuth[0] : withAuth.find((one) => one.slug === slug);
  if (found || slug === undefined) return found ?? null;
  if (named === undefined) return null;
  throw new Error(
    `marque({ users: '${named}' }) names no auth collection of this app. It has ${withAuth.map((one) => one.slug).join(', ') || 'none'}. If another plugin adds it, put marque() after that plugin.`,
  );
}

/**
 * Adopts the app's users, if it has any.
 *
 * @returns the app's collections, of which that one now tells Marque of its changes
 * @throws Error if there are none where `users`, `access` or `isActive` need them
 */
export function adoptUsers(
  incoming: Config,
  options: {
    users?: string | undefined;
    access?: AccessOfUser | undefined;
    isActive?: ActivityOfUser | undefined;
  },
): { hasPeople: boolean; collections: CollectionConfig[] } {
  const { collections = [] } = incoming;
  const users = usersOf(incoming, options.users);
  const asked = (['access', 'isActive'] as const).find((name) => options[name]);
  if (!users && asked)
    throw new Error(`marque({ ${asked} }) needs people of the app, and it has no auth collection.`);
  const people =
    users &&
    new AdoptedPeople({
      collection: users.slug,
      titleField: users.admin?.useAsTitle,
      access: options.access,
      isActive: options.isActive,
    });
  setAppPeople(people);
  return {
    hasPeople: people !== null,
    collections: collections.map((one) => (people && one === users ? followUsers(one, people) : one)),
  };
}
