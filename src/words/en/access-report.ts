export const accessReport = {
  groupNamed: 'Group {{name}}',
  giveSomeone: 'Give someone access',
  who: 'Who',
  kindAgent: 'Agent',
  kindPublic: 'Anyone',
  kindLink: 'Link',
  title: 'Who can reach it',
  canView: 'Can view',
  direct: 'Direct access',
  incomplete: 'Incomplete: {{sources}} failed to answer. The server admin finds the error in the log.',
} as const;
