// What the Payload collections of sites and portals share: both are shown to people outside, at an address of their own.
import type { CollectionConfig, Field } from 'payload';
import { accessible, ofWorkspace, somewhere } from '../core/access/payload/where.ts';
import { panelList, workspaceField } from '../core/access/payload/workspace-field.ts';
import { accessModes } from './schemas.ts';

/** @param list the component in place of Payload's list */
export function shownOutside(slug: 'sites' | 'portals', list: string) {
  return {
    slug,
    ...panelList({
      useAsTitle: 'name',
      group: 'Publishing',
      components: { views: { list: { Component: `marque/client-components#${list}` } } },
    }),
    defaultSort: 'name',
    access: {
      read: accessible(ofWorkspace(), 'write'),
      update: accessible(ofWorkspace(), 'write'),
      create: somewhere('write'),
      delete: accessible(ofWorkspace(), 'write'),
    },
  } satisfies Omit<CollectionConfig, 'fields'>;
}

/** @param description which part of the address the slug is */
export const namedAndAddressed = (description: string): Field[] => [
  { name: 'name', type: 'text', required: true, maxLength: 200 },
  { name: 'slug', type: 'text', maxLength: 63, unique: true, admin: { description } },
  workspaceField,
];

const accessModeLabels = {
  public: 'Everyone',
  password: 'Password-protected',
  members: 'Members',
} as const;

/** Changed by the operations, which set the password along with it. */
export const accessModeField: Field = {
  name: 'access',
  type: 'select',
  required: true,
  defaultValue: 'public',
  options: accessModes.map((value) => ({ value, label: accessModeLabels[value] })),
  access: { create: () => false, update: () => false },
  admin: { condition: () => false },
};

/** What is beside the record, once there is one: shown and changed by a component of the panel. */
export const managedIn = (name: string, component: string): Field => ({
  name,
  type: 'ui',
  admin: {
    condition: (data) => Boolean(data.id),
    disableListColumn: true,
    components: { Field: component },
  },
});
