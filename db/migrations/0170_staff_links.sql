-- Who gave whom access. Where no third person approved it, the two accounts may belong to one person: they are linked.
create table staff_link (
  id bigint generated always as identity primary key,
  made_by uuid not null references staff,
  staff_id uuid not null references staff,
  kind text not null check (kind in ('admitted', 'roles', 'reactivated', 'password')),
  made_at timestamptz not null,
  -- approved by someone linked to neither: kept for the record, and no link
  approved_by uuid references staff,
  -- of a new password: the owner's second factor that it left in place, by when it was set up
  factor_since timestamptz,
  ended_at timestamptz,
  ended_by uuid references staff,
  end_reason text,
  constraint staff_link_two_people check (made_by <> staff_id and approved_by is distinct from made_by and approved_by is distinct from staff_id),
  constraint staff_link_ended check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create index staff_link_staff on staff_link (staff_id);
create index staff_link_open on staff_link (made_by, staff_id) where approved_by is null and ended_at is null;

insert into staff_link (made_by, staff_id, kind, made_at)
  select made_by, staff_id, 'password', used_at from password_reset
  where changed_password and used_at is not null and made_by <> staff_id;

-- a password link that was approved is shown once to the person who asked for it
alter table password_reset add column approved_by uuid references staff, add column shown_at timestamptz;

-- roles that can approve lapse during a long suspension
alter table staff add column roles_lapse_at timestamptz, drop column could_decide_until;
