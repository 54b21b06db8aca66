// The pictures of the README, by file, and the views that they show.
export const pictures: Readonly<Record<string, string>> = {
  'panel.png': 'library',
  'portal.png': 'portal-page',
};
