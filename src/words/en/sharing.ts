export const sharing = {
  visibilitySaved: 'Visibility saved.',
  public: 'Public',
  password: 'Password-protected',
  members: 'Members: people who can read this workspace',
  whoCanVisit: 'Who can visit',
  visibility: 'Visibility',
  newPasswordHint:
    'A new password signs out everyone who used the old one. Leave it empty to keep the current password.',
  saveVisibility: 'Save visibility',
  previousOfSite: 'Leave it empty to use the site’s previous password.',
  previousOfPortal: 'Leave it empty to use the portal’s previous password.',
} as const;
