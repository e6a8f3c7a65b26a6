-- Two people for money: a command submitted by one user, decided by another, carried out once.

create table approval (
  id uuid primary key,
  command text not null,
  input jsonb not null,
  subject_type text not null,
  subject_id text not null,
  summary text not null,
  -- the money it moves, in kobo; null where it moves none
  amount bigint,
  before jsonb,
  after jsonb,
  reason text,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  maker_id uuid not null references staff,
  -- users the matter concerns, who may not decide it either
  involved uuid[] not null default '{}',
  -- where it was submitted from: two accounts in one browser are hardly two people
  maker_address text,
  maker_user_agent text,
  asked_at timestamptz not null,
  checker_id uuid references staff,
  decided_at timestamptz,
  note text,
  -- the maker has dismissed the notice that it was declined
  seen_at timestamptz,
  constraint approval_two_people check (status not in ('approved', 'declined') or (checker_id is not null and checker_id <> maker_id)),
  constraint approval_decided check ((status = 'waiting') = (decided_at is null))
);
create unique index approval_waiting_once on approval (command, subject_type, subject_id) where status = 'waiting';
create index approval_waiting on approval (asked_at desc, id) where status = 'waiting';
create index approval_waiting_amount on approval (coalesce(amount, -1) desc, id desc) where status = 'waiting';
create index approval_maker on approval (maker_id, asked_at desc, id);
create index approval_decided_for on approval (maker_id, decided_at desc) where status in ('approved', 'declined');
create index approval_subject on approval (subject_type, subject_id, asked_at desc);
create index approval_asked on approval (asked_at desc, id);
create index approval_declined on approval (maker_id, decided_at, id) where status = 'declined' and seen_at is null;
