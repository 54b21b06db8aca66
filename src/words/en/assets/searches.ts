export const searches = {
  title: 'Saved searches',
  save: 'Save search',
  saveHint: 'Everyone in the workspace can open it. It shows what matches at that time, sorted as it is now.',
  saved: '“{{name}}” saved for everyone in the workspace',
  savedBy: 'Saved by {{name}}',
  deleteOne: 'Delete “{{name}}”',
} as const;
