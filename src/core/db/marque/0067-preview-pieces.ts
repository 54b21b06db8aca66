// What a preview has beside its picture: the waveform of a sound, and the clip and frames of a video (src/assets/previews).
export const name = '0067-preview-pieces';

export const sql = /* sql */ `
alter table marque.previews
  -- Files that are kept beside the picture. Null: not made yet.
  add pieces text[],
  -- From 0 to 1, over the whole duration.
  add peaks real[],
  -- Where the file's headers don't say it.
  add duration_seconds double precision,
  -- The picture is a diagram, such as a waveform: it isn't compared with others, and has no colors.
  add is_diagram boolean not null default false;
`;
