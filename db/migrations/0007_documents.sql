-- Documents. Bytes are stored once per content, beside the rows that name them.

create table document_content (
  sha256 bytea primary key,
  type text not null,
  content bytea not null,
  at timestamptz not null
);
-- files are compressed already; compressing them again costs time and saves nothing
alter table document_content alter column content set storage external;

create table document (
  id uuid primary key,
  subject_type text not null check (subject_type in ('draft', 'request', 'customer', 'loan')),
  subject_id uuid not null,
  title text not null check (length(title) between 1 and 255),
  type text not null,
  bytes integer not null,
  sha256 bytea not null references document_content,
  source text not null check (source in ('applicant', 'staff', 'system')),
  added_by uuid references staff,
  added_by_name text not null,
  added_at timestamptz not null,
  retired_at timestamptz
);
create index document_subject on document (subject_type, subject_id, added_at);
create index document_content_use on document (sha256);
