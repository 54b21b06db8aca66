export const merge = {
  kept: 'Your unsaved changes from {{ago}} are back.',
  discard: 'Discard them',
  yours: 'Yours',
  theirs: 'Theirs',
  somebodyElse: 'Somebody else',
  changedToo: '{{who}} changed this, too',
  conflicts: 'You both changed the same. Choose what counts; nothing is saved before you do.',
  noConflicts: 'You changed different things, so both can be kept.',
  byOne: 'Changed by one of you ({{count}})',
  notNow: 'Not now',
  listed: '{{name}}: {{value}}',
} as const;
