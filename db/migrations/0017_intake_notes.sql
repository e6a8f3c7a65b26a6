-- What the reader did to a file: values it repaired and lines it excluded, for the user and the approver.

create table intake_note (
  no bigint generated always as identity primary key,
  intake_id uuid not null references intake,
  kind text not null check (kind in ('repaired', 'excluded')),
  sheet integer not null,
  line integer not null,
  -- field of the repaired value; empty for a line
  field text not null,
  -- value before the repair, or the text of the line
  was text not null,
  -- value after the repair, or why the line is excluded
  became text not null
);
create index intake_note_listed on intake_note (intake_id, kind, no);

alter table intake add column repaired_values integer;
