// What the list and the forms that portals and sites share say of each.
export const recordKeys = {
  portal: {
    title: 'portals:title',
    none: 'portals:none',
    search: 'portals:search',
    counted: 'portals:counted',
    newOne: 'portals:newOne',
    create: 'portals:create',
    slug: 'portals:slug',
    previousPassword: 'sharing:previousOfPortal',
  },
  site: {
    title: 'sites:title',
    none: 'sites:none',
    search: 'sites:search',
    counted: 'sites:counted',
    newOne: 'sites:newOne',
    create: 'sites:create',
    slug: 'sites:slug',
    previousPassword: 'sharing:previousOfSite',
  },
} as const;

export type RecordNoun = keyof typeof recordKeys;
