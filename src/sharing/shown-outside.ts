// What the Payload collections of sites and portals share: both are shown to people outside, at an address of their own.
import type { CollectionConfig, Field, StaticDescription } from 'payload';
import { accessible, ofWorkspace, somewhere } from '../core/access/payload/where.ts';
import { panelList, workspaceField } from '../core/access/payload/workspace-field.ts';
import { accessModes } from './schemas.ts';

/** @param views the panel's components in place of Payload's list and form */
export function shownOutside(slug: 'sites' | 'portals', views: { list: string; edit: string }) {
  const componentOf = (name: string) => `marque/client-components#${name}`;
  return {
    slug,
    ...panelList({
      useAsTitle: 'name',
      group: 'Publishing',
      components: {
        views: {
          list: { Component: componentOf(views.list) },
          edit: { root: { Component: componentOf(views.edit) } },
        },
      },
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
export const namedAndAddressed = (description: StaticDescription): Field[] => [
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
