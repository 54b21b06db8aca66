/** The first person of the host app. */
export const account = { email: 'ada@example.com', password: 'correct horse battery' };
