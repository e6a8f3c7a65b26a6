-- Every download of a bank file: the first marks the payments as sent, each later one is a copy with its reason.
create table payout_export (
  -- of the request: a repeat of it is no further copy
  id uuid primary key,
  batch_id uuid not null references payout_batch,
  copy integer not null check (copy > 0),
  taken_at timestamptz not null,
  taken_by_name text not null,
  reason text,
  -- the numbers of the lines in it, so that a repeat gives the same file
  line_nos integer[] not null,
  lines integer not null,
  total bigint not null,
  -- null for files taken before these were kept
  hash_total text,
  sha256 text,
  constraint payout_export_reason check (copy = 1 or reason is not null),
  unique (batch_id, copy)
);
create trigger append_only before update or delete on payout_export for each row execute function refuse_change();

insert into payout_export (id, batch_id, copy, taken_at, taken_by_name, line_nos, lines, total)
select gen_random_uuid(), b.id, 1, b.sent_at, coalesce(b.sent_by_name, ''), '{}', b.lines, b.total
from payout_batch b where b.sent_at is not null;

-- A loan is disbursed by a batch alone: what was submitted to be posted on approval is submitted again as a batch of one.
update approval set status = 'withdrawn', decided_at = now()
where status = 'waiting' and command = 'loanActDo' and input -> 'input' ->> 'act' = 'disburse';

-- Disbursements under way, which the dashboard counts.
create index payout_line_under_way on payout_line (batch_id) where status = 'open';
