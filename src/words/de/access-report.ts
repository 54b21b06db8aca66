export const accessReport = {
  groupNamed: 'Gruppe {{name}}',
  giveSomeone: 'Jemandem Zugriff geben',
  who: 'Wer',
  kindAgent: 'Agent',
  kindPublic: 'Alle',
  kindLink: 'Link',
  title: 'Wer Zugriff hat',
  canView: 'Darf ansehen',
  direct: 'Direkter Zugriff',
  incomplete: 'Unvollständig: {{sources}} haben nicht geantwortet. Der Fehler steht im Log des Servers.',
};
