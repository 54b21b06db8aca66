/** Which language the words are in: that of the plurals, dates and numbers beside them. */
export const language = { code: 'en' } as const;
