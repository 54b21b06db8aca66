export const language = { code: 'de' };
