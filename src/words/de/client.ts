export const client = {
  unreachable:
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  responded: 'Der Server hat mit {{status}} geantwortet. Versuchen Sie es noch einmal.',
  signedOut: 'Sie wurden abgemeldet. Melden Sie sich wieder an, um weiterzumachen.',
};
