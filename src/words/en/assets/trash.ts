export const trash = {
  intro:
    'Deleted assets are out of use everywhere, and can be restored as they were. Back to the <link>library</link>.',
  introFor_one:
    'Deleted assets are out of use everywhere, and can be restored as they were for {{count}} day. Back to the <link>library</link>.',
  introFor_other:
    'Deleted assets are out of use everywhere, and can be restored as they were for {{count}} days. Back to the <link>library</link>.',
  empty: 'The trash is empty.',
  list: 'Deleted assets',
  deleted: 'Deleted {{ago}}',
  deletedUntil: 'Deleted {{ago}}, removed for good on {{date}}',
  restoreOne: 'Restore {{name}}',
  restoreSome_one: 'Restore {{count}} asset',
  restoreSome_other: 'Restore {{count}} assets',
  restored_one: '{{count}} asset restored',
  restored_other: '{{count}} assets restored',
  failed_one: '{{count}} asset couldn’t be restored',
  failed_other: '{{count}} assets couldn’t be restored',
  selection: 'Selection',
  selectAll: 'Select all shown',
  showMore_one: 'Show more of {{count}} asset',
  showMore_other: 'Show more of {{count}} assets',
} as const;
