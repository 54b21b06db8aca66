// Where pictures are cropped (src/assets/crops): the focal point and crops drawn for presets.
export const name = '0063-asset-crops';

export const sql = /* sql */ `
-- Each version is an asset, so that each has its own.
create table marque.asset_crops (
  asset_id uuid primary key references payload.assets (id) on delete cascade,
  -- {x, y}; null: the center.
  focal_point jsonb,
  -- {x, y, width, height} by the name of the preset.
  presets jsonb not null default '{}',
  -- {x, y}: what draws attention in the picture. Made when it's first asked for.
  suggested jsonb
);
`;
