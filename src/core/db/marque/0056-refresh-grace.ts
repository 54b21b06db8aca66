// A refresh token may be used again for a minute: two processes of one agent, or a response that was lost (plugins/agents/oauth/tokens.ts).
export const name = '0056-refresh-grace';

export const sql = /* sql */ `
-- What the first use was answered, encrypted with a key that only the token itself gives: the database has neither.
alter table marque.oauth_refreshes add column answer text;
`;
