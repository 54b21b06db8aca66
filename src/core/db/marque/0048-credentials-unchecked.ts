// Verdicts on Content Credentials from before c2pa-rs: no trust list was asked, and changed ingredients were passed over. They say no
// more than that nobody checked, until the file is looked into again.
export const name = '0048-credentials-unchecked';

export const sql = /* sql */ `
update payload.assets
set probe = jsonb_set(probe, '{c2pa,verdict}', '"unchecked"'),
  c2pa = case when jsonb_typeof(c2pa) = 'object' then jsonb_set(c2pa, '{signedBy}', 'null') else c2pa end
where probe -> 'c2pa' ->> 'verdict' in ('valid', 'untrusted');
`;
