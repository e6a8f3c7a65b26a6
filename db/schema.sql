-- The schema that db/migrations make, by name. Written by `npm run schema`: it is read and compared, never run.
-- Why things are as they are is said in the migrations.

create extension pg_trgm;

create schema staging;

create sequence customer_number as bigint start 100001 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence loan_number as bigint start 100001 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence loan_quote_number as bigint start 1001 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence office_letter_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence office_receipt_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence refund_case_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence repayment_batch_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807;

create sequence source_event_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807;

create table approval (
  id uuid not null,
  command text not null,
  input jsonb not null,
  subject_type text not null,
  subject_id text not null,
  summary text not null,
  amount bigint,
  before jsonb,
  after jsonb,
  reason text,
  status text not null default 'waiting',
  maker_id uuid not null,
  involved uuid[] not null default '{}'::uuid[],
  maker_address text,
  maker_user_agent text,
  asked_at timestamp with time zone not null,
  checker_id uuid,
  decided_at timestamp with time zone,
  note text,
  seen_at timestamp with time zone,
  constraint approval_pkey primary key (id),
  constraint approval_decided check (((status = 'waiting') = (decided_at is null))),
  constraint approval_status_check check ((status = any (array['waiting', 'approved', 'declined', 'withdrawn']))),
  constraint approval_two_people check (((status <> all (array['approved', 'declined'])) or ((checker_id is not null) and (checker_id <> maker_id)))),
  constraint approval_checker_id_fkey foreign key (checker_id) references staff(id),
  constraint approval_maker_id_fkey foreign key (maker_id) references staff(id)
);
create index approval_asked on approval using btree (asked_at desc, id);
create index approval_decided_for on approval using btree (maker_id, decided_at desc) where (status = any (array['approved', 'declined']));
create index approval_declined on approval using btree (maker_id, decided_at, id) where ((status = 'declined') and (seen_at is null));
create index approval_maker on approval using btree (maker_id, asked_at desc, id);
create index approval_subject on approval using btree (subject_type, subject_id, asked_at desc);
create index approval_waiting on approval using btree (asked_at desc, id) where (status = 'waiting');
create index approval_waiting_amount on approval using btree (coalesce(amount, ('-1'::integer)::bigint) desc, id desc) where (status = 'waiting');
create unique index approval_waiting_once on approval using btree (command, subject_type, subject_id) where (status = 'waiting');

create table audit_entry (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  outcome text not null,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text,
  constraint audit_entry_pkey primary key (id),
  constraint audit_entry_outcome_check check ((outcome = any (array['done', 'refused'])))
);
create index audit_entry_action on audit_entry using btree (action, id desc);
create index audit_entry_actor on audit_entry using btree (actor_id, id desc);
create index audit_entry_at on audit_entry using btree (at);
create index audit_entry_look on audit_entry using btree (id desc, at) where (audit_is_look(action, subject_type) and (outcome = 'done'));
create index audit_entry_subject on audit_entry using btree (subject_type, subject_id, id desc);
create trigger append_only before delete or update on audit_entry for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_entry for each statement execute function refuse_change();
create trigger wait_for_seal after insert on audit_entry referencing new table as added for each statement execute function audit_wait();

create table audit_seal (
  "position" bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  constraint audit_seal_pkey primary key ("position"),
  constraint audit_seal_entry_id_key unique (entry_id),
  constraint audit_seal_entry_id_fkey foreign key (entry_id) references audit_entry(id)
);
create trigger append_only before delete or update on audit_seal for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_seal for each statement execute function refuse_change();

create table audit_waiting (
  entry_id bigint not null,
  constraint audit_waiting_pkey primary key (entry_id),
  constraint audit_waiting_entry_id_fkey foreign key (entry_id) references audit_entry(id)
);

create table backup_report (
  kind text not null,
  at timestamp with time zone not null,
  ok boolean not null,
  took_ms integer not null,
  bytes bigint,
  detail text not null,
  ok_at timestamp with time zone,
  constraint backup_report_pkey primary key (kind),
  constraint backup_report_kind_check check ((kind = any (array['backup', 'log', 'restoreTest'])))
);

create table bank_line (
  id bigint not null generated always as identity,
  code smallint not null,
  statement_id uuid not null,
  line integer not null,
  booked_on date not null,
  value_on date,
  amount bigint not null,
  reference text not null,
  narration text not null,
  identity uuid not null,
  match_id uuid,
  receipt_id uuid,
  constraint bank_line_pkey primary key (id),
  constraint bank_line_code_identity_key unique (code, identity),
  constraint bank_line_amount_check check ((amount <> 0)),
  constraint bank_line_code_fkey foreign key (code) references ledger_bank_account(code),
  constraint bank_line_match_id_fkey foreign key (match_id) references bank_match(id),
  constraint bank_line_statement_id_fkey foreign key (statement_id) references bank_statement(id)
);
create index bank_line_day on bank_line using btree (code, booked_on, id) include (amount);
create index bank_line_match on bank_line using btree (match_id) where (match_id is not null);
create index bank_line_open on bank_line using btree (code, booked_on, id) where (match_id is null);
create unique index bank_line_receipt on bank_line using btree (receipt_id) where (receipt_id is not null);

create table bank_match (
  id uuid not null,
  code smallint not null,
  kind text not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  constraint bank_match_pkey primary key (id),
  constraint bank_match_kind_check check ((kind = any (array['automatic', 'manual', 'posted']))),
  constraint bank_match_code_fkey foreign key (code) references ledger_bank_account(code),
  constraint bank_match_made_by_fkey foreign key (made_by) references staff(id)
);

create table bank_match_entry (
  code smallint not null,
  entry_id bigint not null,
  match_id uuid not null,
  constraint bank_match_entry_pkey primary key (code, entry_id),
  constraint bank_match_entry_entry_id_fkey foreign key (entry_id) references ledger_entry(id),
  constraint bank_match_entry_match_id_fkey foreign key (match_id) references bank_match(id)
);
create index bank_match_entry_match on bank_match_entry using btree (match_id);

create table bank_reconciled (
  code smallint not null,
  through date not null,
  ledger_balance bigint not null,
  statement_balance bigint not null,
  submitted_by uuid not null,
  approved_by uuid not null,
  approved_at timestamp with time zone not null,
  constraint bank_reconciled_pkey primary key (code, through),
  constraint bank_reconciled_approved_by_fkey foreign key (approved_by) references staff(id),
  constraint bank_reconciled_code_fkey foreign key (code) references ledger_bank_account(code),
  constraint bank_reconciled_submitted_by_fkey foreign key (submitted_by) references staff(id)
);

create table bank_statement (
  id uuid not null,
  code smallint not null,
  file_name text not null,
  bytes integer not null,
  received_bytes integer not null default 0,
  status text not null default 'receiving',
  format text,
  sha256 bytea,
  stated_opening bigint,
  stated_closing bigint,
  head jsonb,
  header_line integer,
  columns jsonb,
  problem text,
  problems jsonb not null default '[]'::jsonb,
  problem_count integer not null default 0,
  from_on date,
  to_on date,
  opening bigint,
  closing bigint,
  lines integer not null default 0,
  new_lines integer not null default 0,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  skipped bigint not null default 0,
  constraint bank_statement_pkey primary key (id),
  constraint bank_statement_bytes_check check ((bytes > 0)),
  constraint bank_statement_check check (((status <> 'imported') or ((from_on <= to_on) and (opening is not null) and (closing is not null)))),
  constraint bank_statement_format_check check ((format = any (array['csv', 'xlsx', 'mt940', 'camt053']))),
  constraint bank_statement_status_check check ((status = any (array['receiving', 'received', 'columns', 'mapped', 'imported', 'refused']))),
  constraint bank_statement_code_fkey foreign key (code) references ledger_bank_account(code),
  constraint bank_statement_uploaded_by_fkey foreign key (uploaded_by) references staff(id)
);
create index bank_statement_list on bank_statement using btree (code, uploaded_at desc, id desc);

create table bank_statement_habit (
  code smallint not null,
  headings jsonb not null default '{}'::jsonb,
  match_days smallint not null default 5,
  constraint bank_statement_habit_pkey primary key (code),
  constraint bank_statement_habit_match_days_check check (((match_days >= 0) and (match_days <= 60))),
  constraint bank_statement_habit_code_fkey foreign key (code) references ledger_bank_account(code)
);

create table bank_statement_piece (
  statement_id uuid not null,
  at_byte integer not null,
  bytes bytea not null,
  constraint bank_statement_piece_pkey primary key (statement_id, at_byte),
  constraint bank_statement_piece_statement_id_fkey foreign key (statement_id) references bank_statement(id) on delete cascade
);

create table clock_check (
  node uuid not null,
  checked_at timestamp with time zone not null default now(),
  skew_ms bigint not null,
  problem text,
  right_at timestamp with time zone,
  fingerprint text not null default '',
  constraint clock_check_pkey primary key (node),
  constraint clock_check_problem_check check ((problem = any (array['ahead of the database', 'ahead of the records'])))
);

create table closing_line (
  closing_id uuid not null,
  kind text not null,
  product_id uuid,
  class text not null,
  loans integer not null,
  balance bigint not null,
  change bigint not null,
  written_off bigint not null default 0,
  entry_id bigint,
  back_entry_id bigint,
  constraint closing_line_closing_id_kind_product_id_class_key unique nulls not distinct (closing_id, kind, product_id, class),
  constraint closing_line_kind_check check ((kind = any (array['accrual', 'provision', 'suspension', 'yearEnd']))),
  constraint closing_line_back_entry_id_fkey foreign key (back_entry_id) references ledger_entry(id),
  constraint closing_line_closing_id_fkey foreign key (closing_id) references closing_month(id),
  constraint closing_line_entry_id_fkey foreign key (entry_id) references ledger_entry(id),
  constraint closing_line_product_id_fkey foreign key (product_id) references product(id)
);
create trigger append_only before delete or update on closing_line for each row execute function refuse_change();
create trigger append_only_whole before truncate on closing_line for each statement execute function refuse_change();

create table closing_loan (
  closing_id uuid not null,
  loan_id uuid not null,
  product_id uuid not null,
  principal bigint not null,
  interest_due bigint not null,
  interest_earned bigint not null,
  days_past_due integer not null,
  constraint closing_loan_pkey primary key (closing_id, loan_id)
);
create trigger append_only_whole before truncate on closing_loan for each statement execute function refuse_change();
create trigger kept before delete or update on closing_loan for each row execute function closing_keep_loans();

create table closing_month (
  id uuid not null,
  month date not null,
  status text not null default 'calculated',
  calculated_at timestamp with time zone not null,
  seen pg_snapshot not null,
  classes jsonb not null,
  submitted_by uuid,
  approved_by uuid,
  closed_at timestamp with time zone,
  acknowledged jsonb not null default '[]'::jsonb,
  reopened_at timestamp with time zone,
  reopen_submitted_by uuid,
  reopen_approved_by uuid,
  reopen_reason text,
  constraint closing_month_pkey primary key (id),
  constraint closing_month_check check (((closed_at is null) = (status = 'calculated'))),
  constraint closing_month_check1 check (((reopened_at is null) = (status <> 'reopened'))),
  constraint closing_month_month_check check ((month = (date_trunc('month', (month)::timestamp without time zone))::date)),
  constraint closing_month_status_check check ((status = any (array['calculated', 'closed', 'reopened']))),
  constraint closing_month_approved_by_fkey foreign key (approved_by) references staff(id),
  constraint closing_month_reopen_approved_by_fkey foreign key (reopen_approved_by) references staff(id),
  constraint closing_month_reopen_submitted_by_fkey foreign key (reopen_submitted_by) references staff(id),
  constraint closing_month_submitted_by_fkey foreign key (submitted_by) references staff(id)
);
create unique index closing_month_once on closing_month using btree (month) where (status <> 'reopened');

create table closing_sum (
  closing_id uuid not null,
  product_id uuid not null,
  class text not null,
  accrual bigint not null,
  accrual_loans integer not null,
  provision bigint not null,
  provision_loans integer not null,
  suspension bigint not null,
  suspension_loans integer not null,
  constraint closing_sum_pkey primary key (closing_id, product_id, class),
  constraint closing_sum_closing_id_fkey foreign key (closing_id) references closing_month(id),
  constraint closing_sum_product_id_fkey foreign key (product_id) references product(id)
);
create trigger append_only_whole before truncate on closing_sum for each statement execute function refuse_change();
create trigger kept before delete or update on closing_sum for each row execute function closing_keep_loans();

create table customer (
  id uuid not null,
  number text not null,
  title text not null,
  surname text not null,
  first_name text not null,
  other_names text not null default '',
  gender text not null,
  date_of_birth date not null,
  phone text not null,
  email text not null default '',
  bvn_sealed text not null,
  bvn_index bytea not null,
  nin_sealed text not null,
  nin_index bytea not null,
  address text not null,
  state text not null,
  lga text not null,
  payroll_source text not null,
  ippis_number text not null,
  mda text not null,
  grade text not null default '',
  step text not null default '',
  first_appointment_on date not null,
  net_pay bigint not null,
  bank_code text not null,
  account_number text not null,
  kin_name text not null,
  kin_relationship text not null,
  kin_phone text not null,
  kin_address text not null default '',
  officer_code text not null default '',
  status text not null default 'active',
  status_reason text,
  status_since timestamp with time zone,
  status_until date,
  merged_into uuid,
  retires_on date,
  retires_reason text,
  revision integer not null default 1,
  opened_at timestamp with time zone not null,
  name_key text not null generated always as (customer_plain(((((surname || ' ') || first_name) || ' ') || other_names))) stored,
  search text not null generated always as ((((' ' || customer_plain(((((surname || ' ') || first_name) || ' ') || other_names))) || ' ') || lower(((number || ' ') || ippis_number)))) stored,
  account_search text not null generated always as ((((((((' ' || customer_plain(((((((surname || ' ') || first_name) || ' ') || other_names) || ' ') || mda))) || ' ') || lower(((number || ' ') || ippis_number))) || ' ') || phone) || ' 0') || substr(phone, 5))) stored,
  constraint customer_pkey primary key (id),
  constraint customer_number_key unique (number),
  constraint customer_gender_check check ((gender = any (array['MALE', 'FEMALE']))),
  constraint customer_merged check ((((status = 'merged') = (merged_into is not null)) and (merged_into is distinct from id))),
  constraint customer_status_check check ((status = any (array['active', 'dormant', 'blacklisted', 'deceased', 'merged', 'erased']))),
  constraint customer_merged_into_fkey foreign key (merged_into) references customer(id)
);
create index customer_account on customer using btree (account_number);
create index customer_account_search on customer using gin (account_search gin_trgm_ops);
create index customer_birth on customer using btree (date_of_birth);
create unique index customer_bvn on customer using btree (bvn_index);
create index customer_email on customer using btree (lower(email)) where (email <> '');
create index customer_filters on customer using btree (status, payroll_source, state, officer_code);
create index customer_ippis on customer using btree (ippis_number);
create index customer_merged_into on customer using btree (merged_into) where (merged_into is not null);
create index customer_name on customer using btree (name_key, id);
create index customer_name_begins on customer using btree (name_key collate "C", id);
create index customer_nin on customer using btree (nin_index);
create index customer_officer on customer using btree (officer_code, name_key, id) include (status);
create index customer_opened on customer using btree (opened_at, id);
create index customer_payroll on customer using btree (payroll_source, name_key, id) include (status);
create index customer_phone on customer using btree (phone);
create index customer_phone_part on customer using gin (phone gin_trgm_ops);
create index customer_search on customer using gin (search gin_trgm_ops);
create index customer_staff_key on customer using btree (payroll_source, ltrim(upper(ippis_number), '0'));
create index customer_state on customer using btree (state, name_key, id) include (status);
create index customer_status on customer using btree (status, name_key, id);
create trigger customer_is_staff after insert or update of phone, email, bvn_index, merged_into on customer for each row execute function tie_customer_to_staff();
create trigger customer_words_changed after update of surname, first_name, other_names, number, ippis_number, status on customer for each row when (((old.name_key <> new.name_key) or (old.search <> new.search) or ((old.status = 'merged') <> (new.status = 'merged')))) execute function index_changed_customer();
create trigger customer_words_gone after delete on customer for each row execute function forget_customer();
create trigger customer_words_new after insert on customer referencing new table as opened for each statement execute function index_new_customers();
create trigger one_index before insert or update of bvn_index, nin_index on customer for each row when (((length(new.bvn_index) = 64) or (length(new.nin_index) = 64))) execute function store_one_index();

create table customer_note (
  id uuid not null,
  customer_id uuid not null,
  kind text not null,
  body text not null,
  promised_amount bigint,
  promised_on date,
  outcome text,
  outcome_note text,
  outcome_at timestamp with time zone,
  outcome_by_name text,
  at timestamp with time zone not null,
  by_id uuid not null,
  by_name text not null,
  constraint customer_note_pkey primary key (id),
  constraint customer_note_kind_check check ((kind = any (array['note', 'promise']))),
  constraint customer_note_outcome_check check ((outcome = any (array['open', 'kept', 'broken']))),
  constraint customer_note_promise check (((kind = 'promise') = ((promised_amount is not null) and (promised_on is not null) and (outcome is not null)))),
  constraint customer_note_promised_amount_check check ((promised_amount > 0)),
  constraint customer_note_by_id_fkey foreign key (by_id) references staff(id),
  constraint customer_note_customer_id_fkey foreign key (customer_id) references customer(id)
);
create index customer_note_customer on customer_note using btree (customer_id, at desc, id);
create index customer_note_due on customer_note using btree (promised_on) where (outcome = 'open');

create table customer_payroll_source (
  customer_id uuid not null,
  from_month date not null,
  source text not null,
  constraint customer_payroll_source_pkey primary key (customer_id, from_month),
  constraint customer_payroll_source_customer_id_fkey foreign key (customer_id) references customer(id)
);

create table customer_trail_key (
  customer_id uuid not null,
  key_sealed text not null,
  constraint customer_trail_key_pkey primary key (customer_id),
  constraint customer_trail_key_customer_id_fkey foreign key (customer_id) references customer(id)
);

create table customer_vocabulary (
  word text collate "C" not null
);
create index customer_vocabulary_part on customer_vocabulary using gin (word gin_trgm_ops) with (fastupdate=off);
create index customer_vocabulary_word on customer_vocabulary using btree (word);

create table customer_word (
  word text collate "C" not null,
  name_key text collate "C" not null,
  customer_id uuid not null,
  constraint customer_word_pkey primary key (word, name_key, customer_id)
);

create table dashboard_conduct (
  day date not null,
  days smallint not null,
  contractual bigint not null,
  awaiting bigint not null,
  principal bigint not null,
  constraint dashboard_conduct_pkey primary key (day, days),
  constraint dashboard_conduct_check check (((awaiting >= 0) and (awaiting <= contractual)))
);

create table dashboard_day (
  day date not null,
  paid_out_loans integer not null,
  paid_out bigint not null,
  collected bigint not null,
  due bigint not null,
  received bigint not null default 0,
  paid_to_bank bigint not null default 0,
  remitted bigint not null default 0,
  constraint dashboard_day_pkey primary key (day)
);

create table dashboard_deduction (
  event_id uuid not null,
  loan_id uuid not null,
  month date not null,
  effective_on date not null,
  constraint dashboard_deduction_pkey primary key (event_id),
  constraint dashboard_deduction_month_check check ((month = date_trunc('month', (month)::timestamp with time zone))),
  constraint dashboard_deduction_event_id_fkey foreign key (event_id) references loan_event(id),
  constraint dashboard_deduction_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index dashboard_deduction_loan on dashboard_deduction using btree (loan_id);
create index dashboard_deduction_month on dashboard_deduction using btree (month, effective_on, event_id);

create table dashboard_first_step (
  name text not null,
  confirmed_by uuid not null,
  confirmed_at timestamp with time zone not null,
  constraint dashboard_first_step_pkey primary key (name),
  constraint dashboard_first_step_confirmed_by_fkey foreign key (confirmed_by) references staff(id)
);

create table dashboard_guide_away (
  staff_id uuid not null,
  at timestamp with time zone not null,
  constraint dashboard_guide_away_pkey primary key (staff_id),
  constraint dashboard_guide_away_staff_id_fkey foreign key (staff_id) references staff(id)
);

create table dashboard_loan (
  loan_id uuid not null,
  days jsonb not null,
  constraint dashboard_loan_pkey primary key (loan_id),
  constraint dashboard_loan_loan_id_fkey foreign key (loan_id) references loan(id)
);

create table dashboard_month_end (
  month date not null,
  dimension text not null,
  key text not null,
  loans integer not null,
  principal bigint not null,
  interest bigint not null,
  fee bigint not null,
  penalty bigint not null,
  credit bigint not null,
  arrears bigint not null,
  late_loans integer not null,
  late_1 bigint not null,
  late_30 bigint not null,
  late_60 bigint not null,
  late_90 bigint not null,
  provision bigint not null,
  lent_loans integer not null,
  lent bigint not null,
  troubled_loans integer not null,
  frozen_at timestamp with time zone not null,
  constraint dashboard_month_end_pkey primary key (month, dimension, key),
  constraint dashboard_month_end_month_check check ((month = date_trunc('month', (month)::timestamp with time zone)))
);
create trigger append_only before delete or update on dashboard_month_end for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end for each statement execute function refuse_change();

create table dashboard_month_end_flow (
  month date not null,
  paid_out_loans integer,
  paid_out bigint,
  collected bigint,
  due bigint,
  received bigint,
  kept_at timestamp with time zone,
  cash bigint,
  constraint dashboard_month_end_flow_pkey primary key (month),
  constraint dashboard_month_end_flow_check check ((num_nulls(paid_out_loans, paid_out, collected, due, received, kept_at) = any (array[0, 6]))),
  constraint dashboard_month_end_flow_month_check check ((month = date_trunc('month', (month)::timestamp with time zone)))
);
create trigger append_only before delete or update on dashboard_month_end_flow for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_flow for each statement execute function refuse_change();

create table dashboard_month_end_loan (
  owed_principal bigint not null,
  owed_interest bigint not null,
  owed_fee bigint not null,
  owed_penalty bigint not null,
  credit bigint not null,
  arrears bigint not null,
  lent bigint not null,
  provision bigint not null,
  month date not null,
  disbursed_on date not null,
  days_past_due integer not null,
  product_id uuid not null,
  number text not null,
  status text not null,
  class text,
  age text,
  state text not null,
  employer text not null,
  officer_code text not null,
  retires_within smallint,
  constraint dashboard_month_end_loan_pkey primary key (month, number)
);
create trigger append_only before delete or update on dashboard_month_end_loan for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_loan for each statement execute function refuse_change();

create table dashboard_month_end_open (
  month date not null,
  figure text not null,
  key text not null,
  items integer not null,
  customers integer not null,
  amount bigint not null,
  constraint dashboard_month_end_open_pkey primary key (month, figure, key),
  constraint dashboard_month_end_open_figure_check check ((figure = any (array['requests', 'suspense', 'unremitted', 'retiring']))),
  constraint dashboard_month_end_open_month_check check ((month = date_trunc('month', (month)::timestamp with time zone)))
);
create trigger append_only before delete or update on dashboard_month_end_open for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_open for each statement execute function refuse_change();

create table dashboard_notification_read (
  staff_id uuid not null,
  key text not null,
  read_at timestamp with time zone not null,
  constraint dashboard_notification_read_pkey primary key (staff_id, key),
  constraint dashboard_notification_read_staff_id_fkey foreign key (staff_id) references staff(id)
);

create table dashboard_refresh (
  single boolean not null default true,
  refreshed_at timestamp with time zone,
  booked_to date,
  seen_from xid8 not null default '0'::xid8,
  seen pg_snapshot,
  rules jsonb,
  whole_again boolean not null default false,
  constraint dashboard_refresh_pkey primary key (single),
  constraint dashboard_refresh_single_check check (single)
);

create table dashboard_retiring (
  within_months smallint not null,
  customers integer not null,
  loans integer not null,
  principal bigint not null,
  constraint dashboard_retiring_pkey primary key (within_months)
);

create table dashboard_slice (
  dimension text not null,
  key text not null,
  loans integer not null,
  principal bigint not null,
  interest bigint not null,
  fee bigint not null,
  penalty bigint not null,
  credit bigint not null,
  arrears bigint not null,
  late_loans integer not null,
  late_1 bigint not null,
  late_30 bigint not null,
  late_60 bigint not null,
  late_90 bigint not null,
  provision bigint not null,
  lent_loans integer not null,
  lent bigint not null,
  troubled_loans integer not null,
  constraint dashboard_slice_pkey primary key (dimension, key)
);

create table document (
  id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  title text not null,
  type text not null,
  bytes integer not null,
  sha256 bytea not null,
  source text not null,
  added_by uuid,
  added_by_name text not null,
  added_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint document_pkey primary key (id),
  constraint document_source_check check ((source = any (array['applicant', 'staff', 'system']))),
  constraint document_subject_type_check check ((subject_type = any (array['draft', 'request', 'customer', 'loan', 'journal']))),
  constraint document_title_check check (((length(title) >= 1) and (length(title) <= 255))),
  constraint document_added_by_fkey foreign key (added_by) references staff(id),
  constraint document_sha256_fkey foreign key (sha256) references document_content(sha256)
);
create index document_content_use on document using btree (sha256);
create index document_subject on document using btree (subject_type, subject_id, added_at);

create table document_content (
  sha256 bytea not null,
  type text not null,
  content bytea storage external not null,
  at timestamp with time zone not null,
  constraint document_content_pkey primary key (sha256)
);

create table first_answer (
  scope text not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  reply text,
  at timestamp with time zone not null,
  constraint first_answer_pkey primary key (scope, endpoint, key)
);
create index first_answer_at on first_answer using btree (at);

create table frequency (
  code text not null,
  name text not null,
  rhythm text not null,
  anchor_day integer,
  first_due text not null,
  status text not null default 'active',
  constraint frequency_pkey primary key (code),
  constraint frequency_anchor_day_check check (((anchor_day >= 1) and (anchor_day <= 31))),
  constraint frequency_first_due_check check ((first_due = any (array['payroll', 'one-period']))),
  constraint frequency_rhythm_check check ((rhythm = any (array['weekly', 'two-weekly', 'monthly', 'quarterly', 'one-payment']))),
  constraint frequency_status_check check ((status = any (array['active', 'retired'])))
);

create table instruction_answer (
  list_id uuid not null,
  no integer not null,
  outcome text not null,
  amount bigint,
  reason text not null,
  answered_at timestamp with time zone not null,
  answered_by_name text not null,
  intake_id uuid,
  owner_id uuid,
  note text not null default '',
  closed_at timestamp with time zone,
  closed_by_name text,
  constraint instruction_answer_pkey primary key (list_id, no),
  constraint instruction_answer_amount_check check ((amount >= 0)),
  constraint instruction_answer_outcome_check check ((outcome = any (array['accepted', 'rejected']))),
  constraint instruction_answer_intake_id_fkey foreign key (intake_id) references intake(id),
  constraint instruction_answer_list_id_no_fkey foreign key (list_id, no) references instruction_line(list_id, no),
  constraint instruction_answer_owner_id_fkey foreign key (owner_id) references staff(id)
);
create index instruction_answer_open on instruction_answer using btree (answered_at, list_id, no) where ((outcome = 'rejected') and (closed_at is null));

create table instruction_answer_row (
  intake_id uuid not null,
  row_number integer not null,
  line integer not null,
  staff_number text not null,
  staff_key text not null,
  outcome text not null,
  amount bigint,
  reason text not null,
  constraint instruction_answer_row_pkey primary key (intake_id, row_number),
  constraint instruction_answer_row_outcome_check check ((outcome = any (array['accepted', 'rejected']))),
  constraint instruction_answer_row_intake_id_fkey foreign key (intake_id) references intake(id)
);
create index instruction_answer_row_person on instruction_answer_row using btree (intake_id, staff_key);

create table instruction_decision (
  list_id uuid not null,
  staff_key text not null,
  decision text not null,
  reason text not null,
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamp with time zone not null,
  constraint instruction_decision_pkey primary key (list_id, staff_key),
  constraint instruction_decision_decision_check check ((decision = any (array['include', 'exclude', 'override']))),
  constraint instruction_decision_decided_by_fkey foreign key (decided_by) references staff(id),
  constraint instruction_decision_list_id_fkey foreign key (list_id) references instruction_list(id)
);

create table instruction_file (
  id uuid not null,
  list_id uuid not null,
  copy integer not null,
  scope text not null,
  format text not null,
  lines integer not null,
  total bigint not null,
  sha256 text not null,
  taken_at timestamp with time zone not null,
  taken_by uuid not null,
  taken_by_name text not null,
  reason text,
  constraint instruction_file_pkey primary key (id),
  constraint instruction_file_list_id_copy_key unique (list_id, copy),
  constraint instruction_file_copy_check check ((copy > 0)),
  constraint instruction_file_format_check check ((format = any (array['csv', 'xlsx']))),
  constraint instruction_file_reason check (((copy = 1) or (reason is not null))),
  constraint instruction_file_scope_check check ((scope = any (array['delta', 'full']))),
  constraint instruction_file_list_id_fkey foreign key (list_id) references instruction_list(id),
  constraint instruction_file_taken_by_fkey foreign key (taken_by) references staff(id)
);
create trigger append_only before delete or update on instruction_file for each row execute function refuse_change();

create table instruction_line (
  list_id uuid not null,
  no integer not null,
  staff_key text not null,
  staff_number text not null,
  customer_id uuid not null,
  name text not null,
  employer text not null,
  kind text not null,
  previous bigint not null,
  was_instructed boolean not null,
  due bigint not null,
  pay_limit bigint,
  amount bigint not null,
  loan_ids uuid[] not null,
  loan_numbers text[] not null,
  loan_due bigint[] not null,
  loan_amounts bigint[] not null,
  owed bigint not null,
  in_flight bigint not null,
  until_month date,
  reasons text[] not null,
  exceptions text[] not null,
  signals text[] not null,
  decision text,
  constraint instruction_line_pkey primary key (list_id, no),
  constraint instruction_line_list_id_staff_key_key unique (list_id, staff_key),
  constraint instruction_line_amount_check check ((amount >= 0)),
  constraint instruction_line_decision_check check ((decision = any (array['include', 'exclude', 'override']))),
  constraint instruction_line_due_check check ((due >= 0)),
  constraint instruction_line_kind_check check ((kind = any (array['new', 'change', 'stop', 'resume', 'continue', 'none']))),
  constraint instruction_line_previous_check check ((previous >= 0)),
  constraint instruction_line_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint instruction_line_list_id_fkey foreign key (list_id) references instruction_list(id)
);
create index instruction_line_exception on instruction_line using btree (list_id, no) where (exceptions <> '{}'[]);
create index instruction_line_kind on instruction_line using btree (list_id, kind, no);
create index instruction_line_person on instruction_line using btree (customer_id, list_id);
create trigger fixed_when_sent before delete or update on instruction_line for each row execute function instruction_line_fixed();

create table instruction_list (
  id uuid not null,
  number text not null,
  source text not null,
  month date not null,
  round integer not null,
  status text not null default 'computing',
  cut_off_on date not null,
  element text not null,
  beneficiary text not null,
  layout jsonb not null,
  rules jsonb not null default '{}'::jsonb,
  asked_at timestamp with time zone not null,
  asked_by uuid not null,
  asked_by_name text not null,
  computed_at timestamp with time zone,
  lines integer not null default 0,
  total bigint not null default 0,
  previous_total bigint not null default 0,
  tallies jsonb not null default '[]'::jsonb,
  sha256 text,
  approved_at timestamp with time zone,
  approved_by_name text,
  sent_at timestamp with time zone,
  sent_by_name text,
  acknowledged_at timestamp with time zone,
  acknowledged_by_name text,
  acknowledgement text,
  ended_at timestamp with time zone,
  ended_reason text,
  constraint instruction_list_pkey primary key (id),
  constraint instruction_list_number_key unique (number),
  constraint instruction_list_source_month_round_key unique (source, month, round),
  constraint instruction_list_month_check check ((extract(day from month) = (1)::numeric)),
  constraint instruction_list_round_check check ((round > 0)),
  constraint instruction_list_status_check check ((status = any (array['computing', 'computed', 'approved', 'sent', 'acknowledged', 'superseded', 'cancelled']))),
  constraint instruction_list_asked_by_fkey foreign key (asked_by) references staff(id)
);
create index instruction_list_month on instruction_list using btree (month desc, number desc);
create unique index instruction_list_under_way on instruction_list using btree (source) where (status = any (array['computing', 'computed', 'approved']));
create trigger fixed_when_sent before delete or update on instruction_list for each row execute function instruction_list_fixed();

create table instruction_standing (
  source text not null,
  staff_key text not null,
  element text not null,
  amount bigint not null,
  since date not null,
  list_id uuid not null,
  no integer not null,
  is_acknowledged boolean not null,
  constraint instruction_standing_pkey primary key (source, staff_key, element),
  constraint instruction_standing_amount_check check ((amount >= 0)),
  constraint instruction_standing_list_id_no_fkey foreign key (list_id, no) references instruction_line(list_id, no)
);
create index instruction_standing_line on instruction_standing using btree (list_id, no);

create table intake (
  id uuid not null,
  kind text not null,
  source text not null,
  period date not null,
  file_name text not null,
  bytes bigint not null,
  received_bytes bigint not null default 0,
  sha256 bytea,
  status text not null default 'receiving',
  problem text,
  layout jsonb,
  mapping jsonb,
  declared_rows integer,
  declared_total bigint,
  corrects_id uuid,
  same_as_id uuid,
  rows integer,
  good_rows integer,
  refused_rows integer,
  skipped_rows integer,
  matched_rows integer,
  checked_through integer not null default 0,
  approval_id uuid,
  shaped_by uuid[] not null default '{}'::uuid[],
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  accepted_by uuid,
  accepted_at timestamp with time zone,
  repaired_values integer,
  constraint intake_pkey primary key (id),
  constraint intake_bytes_check check ((bytes > 0)),
  constraint intake_kind_check check ((kind = any (array['payroll', 'repayment', 'book', 'acknowledgement']))),
  constraint intake_status_check check ((status = any (array['receiving', 'received', 'mapped', 'staged', 'checked', 'matched', 'waiting', 'accepted', 'superseded', 'refused', 'cancelled']))),
  constraint intake_accepted_by_fkey foreign key (accepted_by) references staff(id),
  constraint intake_approval_id_fkey foreign key (approval_id) references approval(id),
  constraint intake_corrects_id_fkey foreign key (corrects_id) references intake(id),
  constraint intake_same_as_id_fkey foreign key (same_as_id) references intake(id),
  constraint intake_uploaded_by_fkey foreign key (uploaded_by) references staff(id)
);
create unique index intake_in_force on intake using btree (kind, source, period) where ((status = 'accepted') and (kind = 'payroll'));
create index intake_listed on intake using btree (kind, uploaded_at desc, id);
create index intake_search on intake using gin (lower(file_name) gin_trgm_ops);
create index intake_sha on intake using btree (sha256) where (sha256 is not null);
create index intake_unfinished on intake using btree (uploaded_at) where (status = any (array['receiving', 'received']));
create index intake_uploaded on intake using btree (uploaded_at desc, id);

create table intake_mapping (
  kind text not null,
  source text not null,
  headers text[] not null,
  mapping jsonb not null,
  confirmed_at timestamp with time zone not null,
  constraint intake_mapping_pkey primary key (kind, source)
);

create table intake_note (
  no bigint not null generated always as identity,
  intake_id uuid not null,
  kind text not null,
  sheet integer not null,
  line integer not null,
  field text not null,
  was text not null,
  became text not null,
  constraint intake_note_pkey primary key (no),
  constraint intake_note_kind_check check ((kind = any (array['repaired', 'excluded']))),
  constraint intake_note_intake_id_fkey foreign key (intake_id) references intake(id)
);
create index intake_note_listed on intake_note using btree (intake_id, kind, no);

create table intake_piece (
  intake_id uuid not null,
  at_byte bigint not null,
  bytes bytea storage external not null,
  constraint intake_piece_pkey primary key (intake_id, at_byte),
  constraint intake_piece_intake_id_fkey foreign key (intake_id) references intake(id)
);

create unlogged table intake_progress (
  intake_id uuid not null,
  step text not null,
  done bigint not null,
  total bigint,
  started_at timestamp with time zone not null,
  at timestamp with time zone not null,
  constraint intake_progress_pkey primary key (intake_id)
);

create table intake_refusal (
  intake_id uuid not null,
  row_number integer not null,
  sheet integer not null,
  line integer not null,
  cells text[] not null,
  faults text not null,
  constraint intake_refusal_pkey primary key (intake_id, row_number),
  constraint intake_refusal_intake_id_fkey foreign key (intake_id) references intake(id)
);

create table key_check (
  id smallint not null default 1,
  fingerprint text not null,
  since timestamp with time zone not null default now(),
  next text,
  constraint key_check_pkey primary key (id),
  constraint key_check_id_check check ((id = 1))
);

create table ledger_balance (
  loan_no bigint not null,
  balance bigint not null,
  code smallint not null,
  stripe smallint not null,
  constraint ledger_balance_pkey primary key (loan_no, code, stripe)
) with (fillfactor=50);
create trigger append_only before delete on ledger_balance for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_balance for each statement execute function refuse_change();
create trigger follows_lines before insert or update on ledger_balance for each statement when ((pg_trigger_depth() = 0)) execute function refuse_change();

create table ledger_bank_account (
  code smallint not null,
  type text not null,
  bank_code text,
  account_number text,
  account_name text not null,
  currency text not null default 'NGN',
  constraint ledger_bank_account_pkey primary key (code),
  constraint ledger_bank_account_account_number_check check ((account_number ~ '^\d{10}$')),
  constraint ledger_bank_account_check check (((bank_code is null) = (account_number is null))),
  constraint ledger_bank_account_check1 check (((code = 1010) or ((type = 'cash') = (bank_code is null)))),
  constraint ledger_bank_account_currency_check check ((currency = 'NGN')),
  constraint ledger_bank_account_type_check check ((type = any (array['bank', 'cash']))),
  constraint ledger_bank_account_code_fkey foreign key (code) references ledger_chart(code)
);
create unique index ledger_bank_account_number on ledger_bank_account using btree (bank_code, account_number);

create table ledger_chart (
  code smallint not null,
  name text not null,
  title text not null,
  kind text not null,
  per_loan text not null,
  house_code text not null default '',
  is_own boolean not null default false,
  is_closed boolean not null default false,
  constraint ledger_chart_pkey primary key (code),
  constraint ledger_chart_name_key unique (name),
  constraint ledger_chart_check check ((is_own or (not is_closed))),
  constraint ledger_chart_code_check check (((code >= 1000) and (code <= 9999))),
  constraint ledger_chart_kind_check check ((kind = any (array['asset', 'liability', 'equity', 'income', 'expense']))),
  constraint ledger_chart_per_loan_check check ((per_loan = any (array['always', 'never', 'maybe'])))
);
create trigger kept before delete or update on ledger_chart for each row execute function ledger_keep_account();
create trigger kept_whole before truncate on ledger_chart for each statement execute function refuse_change();

create table ledger_close (
  through date not null,
  closed_at timestamp with time zone not null,
  closed_by uuid,
  last_entry_id bigint not null,
  constraint ledger_close_pkey primary key (through)
);
create trigger append_only_whole before truncate on ledger_close for each statement execute function refuse_change();
create trigger kept before delete or update on ledger_close for each row execute function ledger_keep_close();

create table ledger_closing (
  through date not null,
  code smallint not null,
  debits bigint not null,
  credits bigint not null,
  constraint ledger_closing_pkey primary key (through, code),
  constraint ledger_closing_code_fkey foreign key (code) references ledger_chart(code),
  constraint ledger_closing_through_fkey foreign key (through) references ledger_close(through)
);
create trigger append_only_whole before truncate on ledger_closing for each statement execute function refuse_change();
create trigger kept before delete or update on ledger_closing for each row execute function ledger_keep_close();

create table ledger_entry (
  id bigint not null generated always as identity,
  written_by xid8 not null default pg_current_xact_id(),
  inserted_at timestamp with time zone not null default now(),
  posted_by uuid,
  reverses_id bigint,
  effective_on date not null,
  belongs_on date,
  line_count smallint not null,
  reason text not null,
  ref text not null,
  note text,
  constraint ledger_entry_pkey primary key (id),
  constraint ledger_entry_reverses_id_fkey foreign key (reverses_id) references ledger_entry(id)
);
create index ledger_entry_journal on ledger_entry using btree (effective_on desc, id desc) where (reason = 'journal');
create unique index ledger_entry_once on ledger_entry using btree (ref, reason);
create unique index ledger_entry_reversed_once on ledger_entry using btree (reverses_id) where (reverses_id is not null);
create index ledger_entry_written_by on ledger_entry using btree (written_by);
create index ledger_entry_year_end on ledger_entry using btree (effective_on) where (reason = 'yearEnd');
create trigger append_only before delete or update on ledger_entry for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_entry for each statement execute function refuse_change();
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred for each row when ((new.reason <> all (array['instalmentDue', 'deduction', 'receipt']))) execute function ledger_check_entry();
create trigger balanced_dues after insert on ledger_entry referencing new table as new_entry for each statement execute function ledger_check_dues();

create table ledger_era (
  first_entry_id bigint not null,
  begun_at timestamp with time zone not null default now(),
  constraint ledger_era_pkey primary key (first_entry_id)
);
create trigger append_only before delete or update on ledger_era for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_era for each statement execute function refuse_change();

create table ledger_line (
  entry_id bigint not null,
  loan_no bigint not null,
  amount bigint not null,
  effective_on date not null,
  code smallint not null,
  "position" smallint not null,
  constraint ledger_line_pkey primary key (entry_id, "position")
);
create index ledger_line_code on ledger_line using btree (code, effective_on, entry_id) include (amount);
create index ledger_line_loan on ledger_line using btree (loan_no, code, effective_on, entry_id) where (loan_no <> 0);
create trigger append_only before delete or update on ledger_line for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_line for each statement execute function refuse_change();
create trigger settle after insert on ledger_line referencing new table as new_line for each statement execute function ledger_settle_lines();

create table ledger_loan (
  no bigint not null generated always as identity,
  loan_id uuid not null,
  constraint ledger_loan_pkey primary key (no),
  constraint ledger_loan_loan_id_key unique (loan_id)
);
create trigger append_only before delete or update on ledger_loan for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_loan for each statement execute function refuse_change();

create table ledger_recurring (
  id uuid not null,
  memo text not null,
  lines jsonb not null,
  day smallint not null,
  starts_on date not null,
  ends_on date,
  posted_through date,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint ledger_recurring_pkey primary key (id),
  constraint ledger_recurring_check check ((ends_on >= starts_on)),
  constraint ledger_recurring_day_check check (((day >= 1) and (day <= 31)))
);

create table ledger_reopening (
  through date not null,
  closed_at timestamp with time zone not null,
  closed_by uuid,
  last_entry_id bigint not null,
  reopened_at timestamp with time zone not null,
  submitted_by uuid not null,
  approved_by uuid not null,
  reason text not null,
  written_by xid8 not null default pg_current_xact_id(),
  constraint ledger_reopening_pkey primary key (through, reopened_at)
);
create trigger append_only before delete or update on ledger_reopening for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_reopening for each statement execute function refuse_change();

create table ledger_seal (
  "position" bigint not null,
  written_by xid8 not null,
  entry_id bigint not null,
  entries integer not null,
  hash bytea not null,
  constraint ledger_seal_pkey primary key ("position"),
  constraint ledger_seal_written_by_entry_id_key unique (written_by, entry_id)
);
create trigger append_only before delete or update on ledger_seal for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_seal for each statement execute function refuse_change();

create table loan (
  id uuid not null,
  number text not null,
  customer_id uuid not null,
  request_id uuid not null,
  product_id uuid not null,
  product_version integer not null,
  principal bigint not null,
  tenor integer not null,
  terms jsonb not null,
  status text not null,
  frozen text,
  approved_on date not null,
  approved_at timestamp with time zone not null,
  officer_code text not null default '',
  settles uuid[] not null default '{}'::uuid[],
  disbursed_on date,
  instalment bigint not null,
  owed_principal bigint not null default 0,
  owed_interest bigint not null default 0,
  owed_fee bigint not null default 0,
  owed_penalty bigint not null default 0,
  owed_total bigint generated always as ((((owed_principal + owed_interest) + owed_fee) + owed_penalty)) stored,
  credit bigint not null default 0,
  arrears bigint not null default 0,
  oldest_unpaid_on date,
  next_due_on date,
  next_due_amount bigint,
  last_receipt_on date,
  last_deduction_on date,
  last_due_on date,
  booked_through date,
  next_change_on date,
  late_on date[],
  late_owed bigint[],
  payroll_customer_id uuid,
  coming_on date[],
  coming_sum bigint[],
  unpaid_on date not null generated always as (coalesce(oldest_unpaid_on, least(next_due_on, coming_on[1]), 'infinity'::date)) stored,
  constraint loan_pkey primary key (id),
  constraint loan_number_key unique (number),
  constraint loan_request_id_key unique (request_id),
  constraint loan_frozen_check check ((frozen = any (array['deceased', 'dispute']))),
  constraint loan_principal_check check ((principal > 0)),
  constraint loan_status_check check ((status = any (array['awaiting disbursement', 'live', 'overpaid', 'closed', 'written off', 'cancelled']))),
  constraint loan_tenor_check check ((tenor > 0)),
  constraint loan_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint loan_payroll_customer_id_fkey foreign key (payroll_customer_id) references customer(id),
  constraint loan_product_id_fkey foreign key (product_id) references product(id),
  constraint loan_product_id_product_version_fkey foreign key (product_id, product_version) references product_version(product_id, version)
) with (fillfactor=50);
create index loan_by_lateness on loan using btree (status, unpaid_on, number);
create index loan_by_number on loan using btree (status, number) include (unpaid_on);
create index loan_by_owed on loan using btree (status, owed_total, number) include (unpaid_on);
create index loan_customer on loan using btree (customer_id, status);
create index loan_disbursed on loan using btree (disbursed_on, number) where (disbursed_on is not null);
create index loan_nearly_repaid on loan using btree (number) where ((status = 'live') and (owed_total < (instalment * 3)));
create index loan_number_part on loan using gin (lower(number) gin_trgm_ops);
create index loan_officer on loan using btree (officer_code, status, number);
create index loan_officer_late on loan using btree (officer_code, status, unpaid_on, number);
create index loan_officer_owed on loan using btree (officer_code, status, owed_total, number);
create index loan_repaid_on on loan using btree (last_receipt_on) where (status = any (array['closed', 'overpaid']));
create index loan_settles on loan using gin (settles) where (settles <> '{}'::uuid[]);
create index loan_with_credit on loan using btree (number) where (credit <> 0);
create index loan_with_fee on loan using btree (number) where (owed_fee <> 0);
create index loan_with_penalty on loan using btree (number) where (owed_penalty <> 0);
create trigger refund_of_loan after update of credit, status on loan for each row when ((refund_credit(old.*) <> refund_credit(new.*))) execute function refund_of_loan();
create trigger refund_of_new_loan after insert on loan for each row when ((refund_credit(new.*) > 0)) execute function refund_of_loan();

create table loan_bank_reference (
  event_id uuid not null,
  loan_id uuid not null,
  reference text not null,
  round integer not null,
  added_at timestamp with time zone not null,
  added_by uuid not null,
  added_by_name text not null,
  constraint loan_bank_reference_pkey primary key (event_id),
  constraint loan_bank_reference_once unique (reference, round),
  constraint loan_bank_reference_added_by_fkey foreign key (added_by) references staff(id),
  constraint loan_bank_reference_event_id_fkey foreign key (event_id) references loan_event(id),
  constraint loan_bank_reference_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index loan_bank_reference_key on loan_bank_reference using btree (reference_key(reference));
create index loan_bank_reference_loan on loan_bank_reference using btree (loan_id);
create trigger append_only before delete or update on loan_bank_reference for each row execute function refuse_change();

create table loan_daily_run (
  day date not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  worker text not null,
  open_loans integer not null default 0,
  booked integer not null default 0,
  postings integer not null default 0,
  chunks integer not null default 0,
  constraint loan_daily_run_pkey primary key (day)
);
create index loan_daily_run_finished on loan_daily_run using btree (day) where (finished_at is not null);

create table loan_event (
  id uuid not null,
  loan_id uuid not null,
  sequence integer not null,
  type text not null,
  effective_on date not null,
  event jsonb not null,
  amount bigint not null default 0,
  channel text,
  reference text,
  reference_round integer not null default 0,
  cash text not null default 'bank',
  proof_id uuid,
  note text,
  entered_at timestamp with time zone not null,
  entered_by uuid,
  entered_by_name text not null,
  constraint loan_event_pkey primary key (id),
  constraint loan_event_loan_id_sequence_key unique (loan_id, sequence),
  constraint loan_event_cash_check check ((cash = any (array['bank', 'payrollOfficeReceivable', 'collectionsReceivable', 'remittanceClearing', 'suspense', 'disbursementClearing', 'openingBalances']))),
  constraint loan_event_entered_by_fkey foreign key (entered_by) references staff(id),
  constraint loan_event_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index loan_event_entered on loan_event using brin (entered_at);
create index loan_event_money_in on loan_event using btree (effective_on, id) where (type = any (array['receipt', 'settlement', 'recovery']));
create unique index loan_event_reference_once on loan_event using btree (payment_key(channel, reference), reference_round) where ((channel is not null) and (reference is not null));
create trigger append_only before delete or update on loan_event for each row execute function refuse_change();
create trigger projection_ends after insert on loan_event referencing new table as new_event for each statement execute function loan_projection_ends();

create table loan_import (
  intake_id uuid not null,
  row_number integer not null,
  line integer not null,
  old_number text not null,
  stated text not null,
  name text not null,
  principal bigint not null,
  repaid bigint not null,
  outstanding bigint not null,
  status text not null default 'ready',
  problem text,
  loan_id uuid,
  constraint loan_import_pkey primary key (intake_id, row_number),
  constraint loan_import_status_check check ((status = any (array['ready', 'taken', 'refused']))),
  constraint loan_import_intake_id_fkey foreign key (intake_id) references intake(id),
  constraint loan_import_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index loan_import_loan on loan_import using btree (loan_id) where (loan_id is not null);
create unique index loan_import_once on loan_import using btree (old_number) where (status = 'taken');

create table loan_projection (
  loan_id uuid not null,
  due_on date[] not null,
  owed bigint[] not null,
  interest bigint[] not null,
  fee bigint[] not null,
  holds_until date not null,
  starts_on date[],
  charged bigint[],
  constraint loan_projection_pkey primary key (loan_id),
  constraint loan_projection_loan_id_fkey foreign key (loan_id) references loan(id)
) with (fillfactor=50);

create table loan_quote (
  id uuid not null,
  number text not null,
  loan_id uuid not null,
  on_date date not null,
  expires_on date not null,
  principal bigint not null,
  interest bigint not null,
  fees bigint not null,
  penalties bigint not null,
  settlement_fee bigint not null,
  credit bigint not null,
  rebate bigint not null,
  total bigint not null,
  per_day bigint not null,
  in_flight jsonb not null default '[]'::jsonb,
  made_by uuid,
  made_by_name text not null,
  made_at timestamp with time zone not null,
  stop_month date /* first month whose deduction list could stop the next deduction when the quote was made */,
  constraint loan_quote_pkey primary key (id),
  constraint loan_quote_number_key unique (number),
  constraint loan_quote_stop_month_check check ((extract(day from stop_month) = (1)::numeric)),
  constraint loan_quote_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint loan_quote_made_by_fkey foreign key (made_by) references staff(id)
);
create index loan_quote_loan on loan_quote using btree (loan_id, made_at desc);

create table loan_request (
  id uuid not null,
  reference text not null,
  stage text not null,
  version integer not null default 1,
  channel text not null,
  applicant text not null,
  phone text not null,
  bvn_index bytea not null,
  nin_index bytea not null,
  account_number text not null,
  ippis_number text not null,
  mda text not null,
  state text not null,
  product_id uuid not null,
  product_version integer not null,
  requested_amount bigint not null,
  requested_tenor integer not null,
  recommended_amount bigint,
  recommended_tenor integer,
  approved_amount bigint,
  approved_tenor integer,
  amount bigint not null,
  tenor integer not null,
  instalment bigint not null,
  share_of_pay_ppm integer,
  pay_month text,
  stated_share_of_pay_ppm integer,
  officer_code text not null default '',
  officer_ids uuid[] not null default '{}'::uuid[],
  browser_of uuid[] not null default '{}'::uuid[],
  settles uuid[] not null default '{}'::uuid[],
  flags text[] not null default '{}'[],
  documents_wanted text,
  reason_code text,
  initiator_id uuid,
  reviewer_id uuid,
  authorizer_id uuid,
  claimed_by uuid,
  claimed_at timestamp with time zone,
  submitted_at timestamp with time zone not null,
  stage_since timestamp with time zone not null,
  consent_version integer not null,
  consent_hash text not null,
  consent_address text not null,
  customer_id uuid,
  loan_id uuid,
  erased_at timestamp with time zone,
  search text not null generated always as ((((((' ' || customer_plain(((((((applicant || ' ') || reference) || ' ') || ippis_number) || ' ') || mda))) || ' ') || phone) || ' 0') || substr(phone, 5))) stored,
  constraint loan_request_pkey primary key (id),
  constraint loan_request_reference_key unique (reference),
  constraint loan_request_channel_check check ((channel = any (array['public', 'staff']))),
  constraint loan_request_stage_check check ((stage = any (array['reviewer', 'authorizer', 'approved', 'rejected', 'withdrawn']))),
  constraint request_three_people check ((((reviewer_id is null) or (reviewer_id is distinct from initiator_id)) and ((authorizer_id is null) or ((authorizer_id is distinct from initiator_id) and (authorizer_id is distinct from reviewer_id))))),
  constraint loan_request_authorizer_id_fkey foreign key (authorizer_id) references staff(id),
  constraint loan_request_claimed_by_fkey foreign key (claimed_by) references staff(id),
  constraint loan_request_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint loan_request_initiator_id_fkey foreign key (initiator_id) references staff(id),
  constraint loan_request_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint loan_request_product_id_fkey foreign key (product_id) references product(id),
  constraint loan_request_reviewer_id_fkey foreign key (reviewer_id) references staff(id)
);
create index loan_request_account on loan_request using btree (account_number);
create index loan_request_age on loan_request using btree (stage, stage_since, id);
create index loan_request_amount on loan_request using btree (stage, amount, id);
create index loan_request_applicant on loan_request using btree (stage, applicant, id);
create index loan_request_bvn on loan_request using btree (bvn_index);
create index loan_request_came on loan_request using btree (stage, submitted_at);
create index loan_request_channel on loan_request using btree (stage, channel, stage_since, id);
create index loan_request_claimed on loan_request using btree (claimed_by, stage, stage_since, id) where (claimed_by is not null);
create index loan_request_customer on loan_request using btree (customer_id) where (customer_id is not null);
create index loan_request_flags on loan_request using gin (flags) where (flags <> '{}'[]);
create index loan_request_name_begins on loan_request using btree (stage, lower(applicant) collate "C", id);
create index loan_request_nin on loan_request using btree (nin_index);
create index loan_request_officer on loan_request using btree (stage, officer_code, stage_since, id);
create unique index loan_request_pending on loan_request using btree (bvn_index, phone) where (stage = any (array['reviewer', 'authorizer']));
create index loan_request_phone on loan_request using btree (phone);
create index loan_request_search on loan_request using gin (search gin_trgm_ops);
create index loan_request_search_rejected on loan_request using gin (search gin_trgm_ops) where (stage = 'rejected');
create index loan_request_submitted on loan_request using btree (submitted_at) where (channel = 'public');
create index loan_request_to_forget on loan_request using btree (stage_since, id) where ((stage = any (array['rejected', 'withdrawn'])) and (erased_at is null) and (customer_id is null));
create trigger one_index before insert or update of bvn_index, nin_index on loan_request for each row when (((length(new.bvn_index) = 64) or (length(new.nin_index) = 64))) execute function store_one_index();

create table loan_settled (
  settlement_id uuid not null,
  payout_id uuid not null,
  loan_id uuid not null,
  settled_loan_id uuid not null,
  amount bigint not null,
  constraint loan_settled_pkey primary key (settlement_id),
  constraint loan_settled_amount_check check ((amount > 0)),
  constraint loan_settled_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint loan_settled_payout_id_fkey foreign key (payout_id) references loan_event(id),
  constraint loan_settled_settled_loan_id_fkey foreign key (settled_loan_id) references loan(id),
  constraint loan_settled_settlement_id_fkey foreign key (settlement_id) references loan_event(id)
);
create index loan_settled_loan on loan_settled using btree (settled_loan_id);
create index loan_settled_payout on loan_settled using btree (payout_id);
create trigger append_only before delete or update on loan_settled for each row execute function refuse_change();

create table loan_signal (
  id uuid not null,
  intake_id uuid not null,
  source text not null,
  month date not null,
  customer_id uuid not null,
  loan_id uuid not null,
  kind text not null,
  detail text not null,
  raised_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  note text,
  constraint loan_signal_pkey primary key (id),
  constraint loan_signal_loan_id_kind_month_key unique (loan_id, kind, month),
  constraint loan_signal_kind_check check ((kind = any (array['disappeared', 'retired', 'deceased', 'suspended', 'payBelowInstalment', 'bankChanged', 'moved', 'nearRetirement']))),
  constraint loan_signal_closed_by_fkey foreign key (closed_by) references staff(id),
  constraint loan_signal_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint loan_signal_intake_id_fkey foreign key (intake_id) references intake(id),
  constraint loan_signal_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index loan_signal_customer on loan_signal using btree (customer_id, raised_at desc);
create index loan_signal_loan on loan_signal using btree (loan_id, raised_at desc);
create index loan_signal_open on loan_signal using btree (raised_at desc, id) where (closed_at is null);
create index loan_signal_raised on loan_signal using btree (raised_at desc, id);

create table message (
  id uuid not null,
  at timestamp with time zone not null,
  phone text not null,
  purpose text not null,
  body text not null,
  segments integer not null,
  status text not null default 'queued',
  status_at timestamp with time zone not null,
  status_reason text,
  subject_type text,
  subject_id text,
  event text not null,
  told_by text,
  template_id uuid,
  template_version integer,
  campaign_id uuid,
  customer_id uuid,
  gateway text,
  provider_id text,
  cost bigint not null default 0,
  attempt integer not null default 0,
  resend_of uuid,
  not_before timestamp with time zone,
  lease uuid,
  claimed_at timestamp with time zone,
  asked_at timestamp with time zone,
  priority smallint not null generated always as (
case purpose
    when 'code' then 0
    when 'test' then 0
    when 'request' then 1
    when 'receipt' then 1
    when 'reminder' then 2
    when 'recovery' then 2
    else 3
end) stored,
  constraint message_pkey primary key (id),
  constraint message_event_key unique (event),
  constraint message_cost_check check ((cost >= 0)),
  constraint message_gateway_check check ((gateway = any (array['outbox', 'termii', 'africasTalking']))),
  constraint message_purpose_check check ((purpose = any (array['code', 'request', 'receipt', 'reminder', 'recovery', 'marketing', 'test']))),
  constraint message_status_check check ((status = any (array['queued', 'sending', 'sent', 'delivered', 'simulated', 'failed', 'unknown', 'held', 'cancelled']))),
  constraint message_campaign_id_fkey foreign key (campaign_id) references message_campaign(id),
  constraint message_resend_of_fkey foreign key (resend_of) references message(id),
  constraint message_template_id_template_version_fkey foreign key (template_id, template_version) references message_template_version(template_id, version)
);
create index message_at on message using btree (at desc, id);
create index message_campaign_status on message using btree (campaign_id, status) where (campaign_id is not null);
create index message_customer on message using btree (customer_id, at desc, id) where (customer_id is not null);
create index message_doubtful on message using btree (at) where (status = 'unknown');
create index message_failed on message using btree (at) where (status = 'failed');
create index message_held on message using btree (not_before) where ((status = 'held') and (not_before is not null));
create index message_leased on message using btree (claimed_at) where (status = 'sending');
create index message_phone on message using btree (phone, at desc, id);
create index message_phone_end on message using btree ("right"(phone, 4), at desc, id);
create index message_provider on message using btree (gateway, provider_id) where (provider_id is not null);
create index message_purpose on message using btree (purpose, at desc, id);
create unique index message_resend_once on message using btree (resend_of) where (resend_of is not null);
create index message_status on message using btree (status, at) where (status = any (array['queued', 'held']));
create index message_status_at on message using btree (status_at desc);
create index message_subject on message using btree (subject_type, subject_id, at desc);
create index message_to_ask on message using btree (asked_at nulls first, status_at) where ((status = 'unknown') or ((status = 'sent') and (gateway = 'outbox')));
create index message_waiting on message using btree (priority, at, id) where ((status || '') = 'queued');

create table message_campaign (
  id uuid not null,
  name text not null,
  template_id uuid not null,
  template_version integer not null,
  purpose text not null,
  audience jsonb not null,
  audience_name text not null,
  status text not null default 'preparing',
  prepared_through text,
  recipients integer not null default 0,
  excluded integer not null default 0,
  segments integer not null default 0,
  cost bigint not null default 0,
  scheduled_at timestamp with time zone,
  is_queued boolean not null default false,
  made_by_id uuid,
  made_by_name text not null,
  made_at timestamp with time zone not null,
  started_at timestamp with time zone,
  constraint message_campaign_pkey primary key (id),
  constraint message_campaign_status_check check ((status = any (array['preparing', 'ready', 'waiting', 'scheduled', 'sending', 'paused', 'done', 'cancelled']))),
  constraint message_campaign_made_by_id_fkey foreign key (made_by_id) references staff(id),
  constraint message_campaign_template_id_template_version_fkey foreign key (template_id, template_version) references message_template_version(template_id, version)
);
create index message_campaign_live on message_campaign using btree (status) where (status = any (array['scheduled', 'sending']));
create index message_campaign_made on message_campaign using btree (made_at desc, id);
create index message_campaign_search on message_campaign using gin (lower(name) gin_trgm_ops);

create table message_campaign_member (
  campaign_id uuid not null,
  "position" integer not null,
  given text not null,
  customer_id uuid,
  customer_name text,
  phone text,
  body text,
  segments integer not null default 0,
  excluded text,
  message_id uuid,
  constraint message_campaign_member_pkey primary key (campaign_id, "position"),
  constraint message_campaign_member_campaign_id_fkey foreign key (campaign_id) references message_campaign(id),
  constraint message_campaign_member_message_id_fkey foreign key (message_id) references message(id)
);
create unique index message_campaign_member_customer on message_campaign_member using btree (campaign_id, customer_id) where (excluded is null);
create index message_campaign_member_left on message_campaign_member using btree (campaign_id, "position") where ((excluded is null) and (message_id is null));
create index message_campaign_member_message on message_campaign_member using btree (message_id) where (message_id is not null);
create unique index message_campaign_member_phone on message_campaign_member using btree (campaign_id, phone) where (excluded is null);

create table message_claim (
  id uuid not null,
  at timestamp with time zone not null,
  sender text not null,
  body text not null,
  amount bigint not null,
  account_mask text,
  account_tail text,
  paid_at text,
  description text,
  reference text,
  dedupe text not null,
  matches jsonb not null default '[]'::jsonb,
  status text not null default 'open',
  loan_id uuid,
  receipt_id uuid,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  note text,
  constraint message_claim_pkey primary key (id),
  constraint message_claim_dedupe_key unique (dedupe),
  constraint message_claim_receipt_id_key unique (receipt_id),
  constraint message_claim_amount_check check ((amount > 0)),
  constraint message_claim_status_check check ((status = any (array['open', 'confirmed', 'rejected']))),
  constraint message_claim_decided_by_fkey foreign key (decided_by) references staff(id),
  constraint message_claim_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index message_claim_at on message_claim using btree (at desc, id);
create index message_claim_status on message_claim using btree (status, at desc, id);

create table message_gateway (
  gateway text not null,
  base_url text not null default '',
  username text not null default '',
  api_key_sealed text,
  api_key_last4 text,
  webhook_secret_sealed text,
  webhook_secret_last4 text,
  changed_by_name text,
  changed_at timestamp with time zone,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  last_failure text,
  balance text,
  balance_at timestamp with time zone,
  back_off_until timestamp with time zone,
  next_slot_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint message_gateway_pkey primary key (gateway),
  constraint message_gateway_gateway_check check ((gateway = any (array['outbox', 'termii', 'africasTalking'])))
);

create table message_inbound (
  id uuid not null,
  at timestamp with time zone not null,
  gateway text not null,
  sender text not null,
  body text not null,
  meaning text not null,
  dedupe text not null,
  claim_id uuid,
  constraint message_inbound_pkey primary key (id),
  constraint message_inbound_gateway_dedupe_key unique (gateway, dedupe),
  constraint message_inbound_meaning_check check ((meaning = any (array['opt out', 'opt in', 'bank alert', 'reply']))),
  constraint message_inbound_claim_id_fkey foreign key (claim_id) references message_claim(id)
);
create index message_inbound_at on message_inbound using btree (at desc, id);

create table message_opt_out (
  id uuid not null,
  phone text not null,
  since timestamp with time zone not null,
  source text not null,
  reason text,
  lifted_at timestamp with time zone,
  lifted_reason text,
  constraint message_opt_out_pkey primary key (id)
);
create unique index message_opt_out_phone on message_opt_out using btree (phone) where (lifted_at is null);
create index message_opt_out_since on message_opt_out using btree (since desc, id) where (lifted_at is null);

create table message_pause (
  single boolean not null default true,
  at timestamp with time zone not null,
  by_name text not null,
  reason text not null,
  constraint message_pause_pkey primary key (single),
  constraint message_pause_single_check check (single)
);

create table message_report (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  gateway text not null,
  provider_id text not null,
  said text not null,
  status text,
  message_id uuid,
  moved boolean not null default false,
  constraint message_report_pkey primary key (id),
  constraint message_report_gateway_provider_id_said_key unique (gateway, provider_id, said),
  constraint message_report_message_id_fkey foreign key (message_id) references message(id)
);
create index message_report_message on message_report using btree (message_id, id);

create table message_segment (
  id uuid not null,
  name text not null,
  filter jsonb not null,
  made_by_name text not null,
  made_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint message_segment_pkey primary key (id)
);
create unique index message_segment_name on message_segment using btree (lower(name)) where (retired_at is null);

create table message_template (
  id uuid not null,
  name text not null,
  purpose text not null,
  event text,
  made_at timestamp with time zone not null,
  campaign_at timestamp with time zone,
  retired_at timestamp with time zone,
  constraint message_template_pkey primary key (id),
  constraint message_template_purpose_check check ((purpose = any (array['code', 'request', 'receipt', 'reminder', 'recovery', 'marketing'])))
);
create unique index message_template_event on message_template using btree (event) where ((event is not null) and (retired_at is null));
create unique index message_template_name on message_template using btree (lower(name)) where (retired_at is null);

create table message_template_version (
  template_id uuid not null,
  version integer not null,
  body text not null,
  status text not null default 'draft',
  made_by_id uuid,
  made_by_name text not null,
  made_at timestamp with time zone not null,
  approved_by_name text,
  approved_at timestamp with time zone,
  retired_at timestamp with time zone,
  constraint message_template_version_pkey primary key (template_id, version),
  constraint message_template_version_status_check check ((status = any (array['draft', 'approved', 'retired']))),
  constraint message_template_version_version_check check ((version > 0)),
  constraint message_template_version_made_by_id_fkey foreign key (made_by_id) references staff(id),
  constraint message_template_version_template_id_fkey foreign key (template_id) references message_template(id)
);
create unique index message_template_draft on message_template_version using btree (template_id) where (status = 'draft');
create unique index message_template_in_force on message_template_version using btree (template_id) where (status = 'approved');
create trigger message_template_keep before delete or update on message_template_version for each row execute function message_template_keep();

create table migration (
  name text not null,
  hash text not null,
  at timestamp with time zone not null default now(),
  constraint migration_pkey primary key (name)
);

create table number_search (
  staff_id uuid not null,
  hour timestamp with time zone not null,
  number_index bytea not null,
  constraint number_search_pkey primary key (staff_id, hour, number_index),
  constraint number_search_staff_id_fkey foreign key (staff_id) references staff(id)
);

create table office_allocation (
  id uuid not null,
  receipt_id uuid not null,
  batch_id uuid not null,
  amount bigint not null,
  charge bigint not null default 0,
  charge_kind text not null default 'agreed',
  posted_on date not null,
  by_id uuid not null,
  at timestamp with time zone not null,
  undone_on date,
  undone_at timestamp with time zone,
  constraint office_allocation_pkey primary key (id),
  constraint office_allocation_amount_check check ((amount >= 0)),
  constraint office_allocation_charge_check check ((charge >= 0)),
  constraint office_allocation_charge_kind_check check ((charge_kind = any (array['agreed', 'other']))),
  constraint office_allocation_check check (((amount + charge) > 0)),
  constraint office_allocation_batch_id_fkey foreign key (batch_id) references office_batch(batch_id),
  constraint office_allocation_by_id_fkey foreign key (by_id) references staff(id),
  constraint office_allocation_receipt_id_fkey foreign key (receipt_id) references office_receipt(id)
);
create index office_allocation_batch on office_allocation using btree (batch_id) include (amount, charge) where (undone_at is null);
create index office_allocation_receipt on office_allocation using btree (receipt_id);

create table office_batch (
  batch_id uuid not null,
  number text not null,
  source text not null,
  period date not null,
  code smallint not null,
  closed_at timestamp with time zone,
  constraint office_batch_pkey primary key (batch_id),
  constraint office_batch_batch_id_fkey foreign key (batch_id) references repayment_batch(intake_id)
);
create index office_batch_source on office_batch using btree (source, period);

create table office_correction (
  id uuid not null,
  batch_id uuid not null,
  amount bigint not null,
  reason text not null,
  posted_on date not null,
  by_id uuid not null,
  at timestamp with time zone not null,
  undone_on date,
  undone_at timestamp with time zone,
  constraint office_correction_pkey primary key (id),
  constraint office_correction_amount_check check ((amount > 0)),
  constraint office_correction_batch_id_fkey foreign key (batch_id) references office_batch(batch_id),
  constraint office_correction_by_id_fkey foreign key (by_id) references staff(id)
);
create index office_correction_batch on office_correction using btree (batch_id);

create table office_due (
  id bigint not null generated always as identity,
  batch_id uuid not null,
  posted_on date not null,
  amount bigint not null,
  deductions integer not null,
  constraint office_due_pkey primary key (id),
  constraint office_due_batch_id_fkey foreign key (batch_id) references office_batch(batch_id)
);
create index office_due_batch on office_due using btree (batch_id) include (posted_on, amount, deductions);

create table office_letter (
  id uuid not null,
  number text not null,
  source text not null,
  issued_on date not null,
  batches jsonb not null,
  persons integer not null,
  lines integer not null,
  deducted bigint not null,
  total bigint not null,
  sha256 text not null,
  issued_by uuid not null,
  issued_at timestamp with time zone not null,
  by_advice boolean not null default false,
  constraint office_letter_pkey primary key (id),
  constraint office_letter_number_key unique (number),
  constraint office_letter_issued_by_fkey foreign key (issued_by) references staff(id)
);
create index office_letter_source on office_letter using btree (source, issued_at desc);

create table office_promise (
  id uuid not null,
  source text not null,
  amount bigint not null,
  promised_on date not null,
  note text not null,
  made_on date not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  constraint office_promise_pkey primary key (id),
  constraint office_promise_amount_check check ((amount > 0)),
  constraint office_promise_made_by_fkey foreign key (made_by) references staff(id)
);
create index office_promise_day on office_promise using btree (promised_on) where (cancelled_at is null);
create index office_promise_source on office_promise using btree (source, promised_on);

create table office_receipt (
  id uuid not null,
  number text not null,
  source text not null,
  for_batch_id uuid,
  amount bigint not null,
  received_on date not null,
  reference text not null,
  note text not null default '',
  posted_on date not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  undone_on date,
  undone_at timestamp with time zone,
  constraint office_receipt_pkey primary key (id),
  constraint office_receipt_number_key unique (number),
  constraint office_receipt_amount_check check ((amount > 0)),
  constraint office_receipt_for_batch_id_fkey foreign key (for_batch_id) references repayment_batch(intake_id),
  constraint office_receipt_recorded_by_fkey foreign key (recorded_by) references staff(id)
);
create index office_receipt_batch on office_receipt using btree (for_batch_id) where (undone_at is null);
create index office_receipt_received on office_receipt using btree (received_on) where (undone_at is null);
create unique index office_receipt_reference on office_receipt using btree (reference_key(reference)) where (undone_at is null);
create index office_receipt_search on office_receipt using gin (lower(((number || ' ') || reference)) gin_trgm_ops);
create index office_receipt_source on office_receipt using btree (source, received_on desc, id);

create table officer_link (
  code text not null,
  enabled boolean not null default true,
  expires_on date,
  opened integer not null default 0,
  started integer not null default 0,
  submitted integer not null default 0,
  constraint officer_link_pkey primary key (code)
);

create table password_reset (
  token_hash bytea not null,
  staff_id uuid not null,
  made_by uuid not null,
  drop_totp boolean not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  changed_password boolean not null default false,
  approved_by uuid,
  shown_at timestamp with time zone,
  constraint password_reset_pkey primary key (token_hash),
  constraint password_reset_approved_by_fkey foreign key (approved_by) references staff(id),
  constraint password_reset_made_by_fkey foreign key (made_by) references staff(id),
  constraint password_reset_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index password_reset_staff on password_reset using btree (staff_id);

create table pay_month (
  source text not null,
  period date not null,
  instruction_on date not null,
  pay_on date not null,
  file_on date not null,
  remittance_on date not null,
  awaited_until date not null,
  tolerance_days smallint not null,
  is_awaited boolean not null,
  awaited_from date,
  heard_on date,
  batch_id uuid,
  owner_id uuid,
  note text not null default '',
  noted_at timestamp with time zone,
  noted_by_name text,
  opened_on date not null,
  first_until date not null,
  skipped_by uuid,
  banned_by uuid,
  constraint pay_month_pkey primary key (source, period),
  constraint pay_month_banned_by_fkey foreign key (banned_by) references source_event(id),
  constraint pay_month_owner_id_fkey foreign key (owner_id) references staff(id),
  constraint pay_month_skipped_by_fkey foreign key (skipped_by) references source_event(id)
);
create index pay_month_waiting on pay_month using btree (awaited_until) where (is_awaited and (heard_on is null));

create table pay_month_excuse (
  event_id uuid not null,
  loan_id uuid not null,
  month date not null,
  amount bigint not null,
  from_on date not null,
  until_on date not null,
  constraint pay_month_excuse_pkey primary key (event_id, loan_id, month),
  constraint pay_month_excuse_amount_check check ((amount > 0)),
  constraint pay_month_excuse_event_id_fkey foreign key (event_id) references source_event(id),
  constraint pay_month_excuse_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index pay_month_excuse_loan on pay_month_excuse using btree (loan_id, until_on);

create table pay_month_fact (
  id bigint not null generated always as identity,
  source text not null,
  period date not null,
  effective_on date not null,
  kind text not null,
  batch_id uuid,
  awaited_until date,
  reason text not null default '',
  recorded_at timestamp with time zone not null,
  recorded_by uuid,
  constraint pay_month_fact_pkey primary key (id),
  constraint pay_month_fact_check check (((kind = 'moved') = (awaited_until is not null))),
  constraint pay_month_fact_check1 check (((kind = 'moved') = (batch_id is null))),
  constraint pay_month_fact_kind_check check ((kind = any (array['arrived', 'withdrawn', 'moved'])))
);
create index pay_month_fact_month on pay_month_fact using btree (source, period, id);
create trigger append_only before delete or update on pay_month_fact for each row execute function refuse_change();
create trigger append_only_whole before truncate on pay_month_fact for each statement execute function refuse_change();

create table payout_batch (
  id uuid not null,
  number text not null,
  status text not null,
  value_on date not null,
  paying_account text not null,
  lines integer not null,
  total bigint not null,
  made_at timestamp with time zone not null,
  made_by uuid not null,
  made_by_name text not null,
  approved_at timestamp with time zone,
  approved_by_name text,
  sent_at timestamp with time zone,
  sent_by_name text,
  ended_at timestamp with time zone,
  constraint payout_batch_pkey primary key (id),
  constraint payout_batch_number_key unique (number),
  constraint payout_batch_approved check (((status = any (array['draft', 'cancelled'])) or (approved_at is not null))),
  constraint payout_batch_lines_check check ((lines > 0)),
  constraint payout_batch_status_check check ((status = any (array['draft', 'approved', 'sent', 'closed', 'cancelled']))),
  constraint payout_batch_total_check check ((total > 0)),
  constraint payout_batch_made_by_fkey foreign key (made_by) references staff(id)
);
create index payout_batch_number on payout_batch using btree (status, number);
create index payout_batch_search on payout_batch using gin (lower(number) gin_trgm_ops);

create table payout_export (
  id uuid not null,
  batch_id uuid not null,
  copy integer not null,
  taken_at timestamp with time zone not null,
  taken_by_name text not null,
  reason text,
  line_nos integer[] not null,
  lines integer not null,
  total bigint not null,
  hash_total text,
  sha256 text,
  layout jsonb,
  constraint payout_export_pkey primary key (id),
  constraint payout_export_batch_id_copy_key unique (batch_id, copy),
  constraint payout_export_copy_check check ((copy > 0)),
  constraint payout_export_reason check (((copy = 1) or (reason is not null))),
  constraint payout_export_batch_id_fkey foreign key (batch_id) references payout_batch(id)
);
create trigger append_only before delete or update on payout_export for each row execute function refuse_change();

create table payout_line (
  id uuid not null,
  batch_id uuid not null,
  no integer not null,
  loan_id uuid not null,
  reference text not null,
  beneficiary text not null,
  bank_code text not null,
  account_number text not null,
  principal bigint not null,
  fees bigint not null,
  settles jsonb not null default '[]'::jsonb,
  settled bigint not null default 0,
  amount bigint not null,
  status text not null default 'open',
  bank_reference text,
  bank_on date,
  reason text,
  told_at timestamp with time zone,
  told_by uuid,
  told_by_name text,
  came_back_at timestamp with time zone,
  problem text,
  payout_id uuid not null,
  undo_id uuid not null,
  kind text not null default 'loan',
  refund_id uuid,
  constraint payout_line_pkey primary key (id),
  constraint payout_line_batch_id_no_key unique (batch_id, no),
  constraint payout_line_payout_id_key unique (payout_id),
  constraint payout_line_reference_key unique (reference),
  constraint payout_line_undo_id_key unique (undo_id),
  constraint payout_line_amount_check check ((amount > 0)),
  constraint payout_line_kind_check check ((kind = any (array['loan', 'refund']))),
  constraint payout_line_refund check (((kind = 'refund') = (refund_id is not null))),
  constraint payout_line_status_check check ((status = any (array['open', 'posting', 'paid', 'failed', 'returned', 'cancelled', 'claimed', 'lost']))),
  constraint payout_line_batch_id_fkey foreign key (batch_id) references payout_batch(id),
  constraint payout_line_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint payout_line_refund_id_fkey foreign key (refund_id) references refund_case(id),
  constraint payout_line_told_by_fkey foreign key (told_by) references staff(id)
);
create index payout_line_bank_reference on payout_line using btree (reference_key(bank_reference)) where (bank_reference is not null);
create index payout_line_loan on payout_line using btree (loan_id);
create unique index payout_line_once on payout_line using btree (loan_id) where (status = any (array['open', 'posting']));
create index payout_line_problem on payout_line using btree (batch_id) where (problem is not null);
create index payout_line_refund on payout_line using btree (refund_id) where (refund_id is not null);
create unique index payout_line_refund_once on payout_line using btree (refund_id) where ((refund_id is not null) and (status = 'paid'));
create index payout_line_status on payout_line using btree (batch_id, status, no);
create index payout_line_under_way on payout_line using btree (batch_id) where (status = 'open');
create trigger refund_of_line after insert or update of status on payout_line for each row when ((new.refund_id is not null)) execute function refund_of_line();

create table payout_number (
  year integer not null,
  last integer not null,
  constraint payout_number_pkey primary key (year)
);

create table payroll_file (
  intake_id uuid not null,
  source text not null,
  month date not null,
  rows integer not null,
  net_pay_total bigint not null,
  customers integer not null,
  customers_found integer not null,
  against_id uuid,
  replaces_id uuid,
  changes jsonb not null,
  replaced_changes jsonb,
  thinned_at timestamp with time zone,
  constraint payroll_file_pkey primary key (intake_id),
  constraint payroll_file_against_id_fkey foreign key (against_id) references intake(id),
  constraint payroll_file_intake_id_fkey foreign key (intake_id) references intake(id),
  constraint payroll_file_replaces_id_fkey foreign key (replaces_id) references intake(id)
);
create index payroll_file_month on payroll_file using btree (source, month desc);

create table payroll_match (
  intake_id uuid not null,
  customer_id uuid not null,
  staff_key text not null,
  constraint payroll_match_pkey primary key (intake_id, customer_id),
  constraint payroll_match_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint payroll_match_intake_id_fkey foreign key (intake_id) references payroll_file(intake_id)
);
create index payroll_match_customer on payroll_match using btree (customer_id);

create table payroll_row (
  intake_id uuid not null,
  row_number integer not null,
  line integer not null,
  staff_number text not null,
  staff_key text not null,
  name text not null,
  status text not null,
  status_text text not null,
  employer text not null,
  job_title text not null,
  grade text not null,
  category text not null,
  birth_date date,
  hire_date date,
  net_pay bigint not null,
  gross_pay bigint,
  deductions bigint,
  phone text,
  bank_code text,
  account_number text
) partition by list (intake_id);
create index payroll_row_person on only payroll_row using btree (staff_key);

create table primary_timeline (
  is_only boolean not null default true,
  timeline text not null,
  constraint primary_timeline_pkey primary key (is_only),
  constraint primary_timeline_is_only_check check (is_only),
  constraint primary_timeline_timeline_check check ((timeline ~ '^[0-9A-F]{8}$'))
);

create table product (
  id uuid not null,
  code text not null,
  status text not null default 'active',
  constraint product_pkey primary key (id),
  constraint product_code_key unique (code),
  constraint product_status_check check ((status = any (array['active', 'retired'])))
);

create table product_version (
  product_id uuid not null,
  version integer not null,
  name text not null,
  description text not null,
  terms jsonb not null,
  effective_on date not null,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  constraint product_version_pkey primary key (product_id, version),
  constraint product_version_version_check check ((version > 0)),
  constraint product_version_changed_by_fkey foreign key (changed_by) references staff(id),
  constraint product_version_product_id_fkey foreign key (product_id) references product(id)
);
create trigger append_only before delete or update on product_version for each row execute function refuse_change();
create trigger append_only_whole before truncate on product_version for each statement execute function refuse_change();

create table proof_run (
  at timestamp with time zone not null,
  holds boolean not null,
  checks jsonb not null,
  constraint proof_run_pkey primary key (at)
);

create table reconciliation_advice (
  id uuid not null,
  receipt_id uuid not null,
  source text not null,
  file_name text not null,
  persons integer not null,
  total bigint not null,
  months date[] not null,
  submitted_by uuid not null,
  submitted_at timestamp with time zone not null,
  attached_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint reconciliation_advice_pkey primary key (id),
  constraint reconciliation_advice_total_check check ((total > 0)),
  constraint reconciliation_advice_receipt_id_fkey foreign key (receipt_id) references office_receipt(id),
  constraint reconciliation_advice_submitted_by_fkey foreign key (submitted_by) references staff(id)
);
create unique index reconciliation_advice_receipt on reconciliation_advice using btree (receipt_id) where ((attached_at is not null) and (ended_at is null));
create index reconciliation_advice_source on reconciliation_advice using btree (source) where (attached_at is not null);

create table reconciliation_advice_line (
  advice_id uuid not null,
  line integer not null,
  month date not null,
  staff_key text not null,
  staff_number text not null,
  name text not null,
  amount bigint not null,
  constraint reconciliation_advice_line_pkey primary key (advice_id, month, line),
  constraint reconciliation_advice_line_amount_check check ((amount > 0)),
  constraint reconciliation_advice_line_month_check check ((extract(day from month) = (1)::numeric)),
  constraint reconciliation_advice_line_advice_id_fkey foreign key (advice_id) references reconciliation_advice(id) on delete cascade
);
create index reconciliation_advice_line_person on reconciliation_advice_line using btree (staff_key);

create table reconciliation_line (
  id uuid not null default gen_random_uuid(),
  source text not null,
  month date not null,
  person_key text not null,
  customer_id uuid,
  employer text not null,
  batch_id uuid,
  row_number integer,
  part smallint,
  expected bigint not null,
  instructed bigint not null,
  deducted bigint not null,
  remitted bigint not null,
  posted bigint not null,
  state text not null,
  verdict text,
  difference bigint not null,
  since date not null,
  owner_id uuid,
  note text not null default '',
  closed_verdict text,
  closed_at timestamp with time zone,
  closed_by_name text,
  closed_reason text,
  is_open boolean not null generated always as (((verdict is not null) and (verdict <> 'agrees') and (closed_verdict is distinct from verdict))) stored,
  constraint reconciliation_line_pkey primary key (source, month, person_key),
  constraint reconciliation_line_id_key unique (id),
  constraint reconciliation_line_state_check check ((state = any (array['unused', 'none', 'instructed', 'stopped', 'refused']))),
  constraint reconciliation_line_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint reconciliation_line_owner_id_fkey foreign key (owner_id) references staff(id),
  constraint reconciliation_line_source_month_fkey foreign key (source, month) references reconciliation_month(source, month)
);
create index reconciliation_line_customer on reconciliation_line using btree (customer_id);
create index reconciliation_line_employer on reconciliation_line using btree (source, month, employer);
create index reconciliation_line_open on reconciliation_line using btree (source, month, verdict, person_key) where is_open;
create index reconciliation_line_owner on reconciliation_line using btree (owner_id) where is_open;

create table reconciliation_month (
  source text not null,
  month date not null,
  file_in boolean not null default false,
  in_use boolean not null default false,
  calculated_at timestamp with time zone,
  tallies jsonb not null default '[]'::jsonb,
  constraint reconciliation_month_pkey primary key (source, month),
  constraint reconciliation_month_month_check check ((extract(day from month) = (1)::numeric))
);

create table refund_case (
  id uuid not null default gen_random_uuid(),
  number text not null default ('RF-' || to_char(nextval('refund_case_number'::regclass), 'FM000000')),
  loan_id uuid not null,
  amount bigint not null,
  status text not null,
  detected_on date not null,
  since date not null,
  note text,
  proposal_id uuid,
  approved_at timestamp with time zone,
  approved_by_name text,
  payout_id uuid,
  returned_bank_code text,
  returned_account text,
  office text,
  constraint refund_case_pkey primary key (id),
  constraint refund_case_number_key unique (number),
  constraint refund_case_amount_check check ((amount > 0)),
  constraint refund_case_status_check check ((status = any (array['detected', 'proposed', 'approved', 'paying', 'paid', 'returned', 'unclaimed', 'ended']))),
  constraint refund_case_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint refund_case_proposal_id_fkey foreign key (proposal_id) references refund_proposal(id)
);
create unique index refund_case_detected on refund_case using btree (loan_id) where (status = 'detected');
create index refund_case_list on refund_case using btree (status, since, number);
create index refund_case_loan on refund_case using btree (loan_id);
create index refund_case_proposal on refund_case using btree (proposal_id) where (proposal_id is not null);
create index refund_case_search on refund_case using gin (lower(number) gin_trgm_ops);

create table refund_proposal (
  id uuid not null,
  cases integer not null,
  total bigint not null,
  reason text not null,
  proposed_at timestamp with time zone not null,
  proposed_by uuid not null,
  proposed_by_name text not null,
  constraint refund_proposal_pkey primary key (id),
  constraint refund_proposal_proposed_by_fkey foreign key (proposed_by) references staff(id)
);

create table repayment_batch (
  intake_id uuid not null,
  number text not null,
  source text not null,
  period date not null,
  corrects_id uuid,
  turn smallint not null default 0,
  status text not null default 'open',
  value_on date,
  gap_note text,
  holds_messages boolean not null default false,
  declared_rows integer,
  declared_total bigint,
  file_rows integer not null,
  file_total bigint not null,
  opened_at timestamp with time zone not null,
  placed_by uuid[] not null default '{}'::uuid[],
  submitted_by uuid,
  approved_by uuid,
  posted_at timestamp with time zone,
  undone_at timestamp with time zone,
  kind text not null default 'payroll',
  cash_account text not null default 'payrollOfficeReceivable',
  channel text not null default 'payroll deduction',
  keyed_by_beneficiary boolean not null default false,
  constraint repayment_batch_pkey primary key (intake_id),
  constraint repayment_batch_number_key unique (number),
  constraint repayment_batch_cash_account_check check ((cash_account = any (array['payrollOfficeReceivable', 'collectionsReceivable', 'bank']))),
  constraint repayment_batch_kind_check check ((kind = any (array['payroll', 'collections']))),
  constraint repayment_batch_status_check check ((status = any (array['open', 'waiting', 'posting', 'posted', 'undoing', 'undone']))),
  constraint repayment_batch_approved_by_fkey foreign key (approved_by) references staff(id),
  constraint repayment_batch_corrects_id_fkey foreign key (corrects_id) references repayment_batch(intake_id),
  constraint repayment_batch_intake_id_fkey foreign key (intake_id) references intake(id),
  constraint repayment_batch_submitted_by_fkey foreign key (submitted_by) references staff(id)
);
create index repayment_batch_month on repayment_batch using btree (source, period);
create index repayment_batch_opened on repayment_batch using btree (opened_at desc, intake_id);
create index repayment_batch_search on repayment_batch using gin (lower(number) gin_trgm_ops);

create table repayment_element (
  source text not null,
  kind text not null,
  code_key text not null,
  code text not null,
  is_ours boolean not null,
  answered_by uuid not null,
  answered_at timestamp with time zone not null,
  batch_id uuid,
  note text not null default '',
  constraint repayment_element_pkey primary key (source, kind, code_key),
  constraint repayment_element_kind_check check ((kind = any (array['element', 'beneficiary']))),
  constraint repayment_element_answered_by_fkey foreign key (answered_by) references staff(id)
);
create index repayment_element_listed on repayment_element using btree (source, code, kind, code_key);

create table repayment_row (
  batch_id uuid not null,
  row_number integer not null,
  part smallint not null default 1,
  line integer not null,
  source text not null,
  period date not null,
  turn smallint not null default 0,
  row_key text not null,
  staff_number text not null,
  staff_key text not null,
  loan_number text not null,
  name text not null,
  account_number text,
  employer text not null,
  element text not null,
  narration text not null,
  reference text not null,
  amount bigint not null,
  earlier bigint not null default 0,
  bin text not null,
  treatment text not null,
  customer_id uuid,
  loan_id uuid,
  name_score smallint,
  expected bigint,
  matched_by text,
  posting_id uuid not null default gen_random_uuid(),
  status text not null default 'open',
  problem text,
  balance_after bigint,
  posted_at timestamp with time zone,
  moved_by uuid,
  beneficiary text not null default '',
  element_key text,
  beneficiary_key text,
  value_on date,
  payment_key text,
  constraint repayment_row_pkey primary key (batch_id, row_number, part),
  constraint repayment_row_amount_check check ((amount > 0)),
  constraint repayment_row_bin_check check ((bin = any (array['exact', 'short', 'over', 'nameDiffers', 'duplicate', 'noLoan', 'closedLoan', 'ambiguous', 'notOurs', 'foreign', 'unknownElement']))),
  constraint repayment_row_matched_by_check check ((matched_by = any (array['loan number', 'IPPIS number', 'account and name', 'reference', 'hand']))),
  constraint repayment_row_name_score_check check (((name_score >= 0) and (name_score <= 69))),
  constraint repayment_row_status_check check ((status = any (array['open', 'posted', 'suspense', 'skipped', 'undone', 'refused']))),
  constraint repayment_row_treatment_check check ((treatment = any (array['post', 'suspense', 'skip']))),
  constraint repayment_row_batch_id_fkey foreign key (batch_id) references repayment_batch(intake_id),
  constraint repayment_row_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint repayment_row_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint repayment_row_moved_by_fkey foreign key (moved_by) references staff(id)
);
create index repayment_row_beneficiary on repayment_row using btree (batch_id, beneficiary_key) where (beneficiary_key is not null);
create index repayment_row_bin on repayment_row using btree (batch_id, bin, row_number, part);
create index repayment_row_element on repayment_row using btree (batch_id, element_key) where (element_key is not null);
create index repayment_row_key on repayment_row using btree (source, period, row_key);
create index repayment_row_loan on repayment_row using btree (loan_id, period) where (loan_id is not null);
create index repayment_row_moved on repayment_row using btree (batch_id) where (moved_by is not null);
create index repayment_row_name on repayment_row using btree (customer_id) where (name_score is not null);
create unique index repayment_row_once on repayment_row using btree (source, period, row_key, turn, part) where (status = any (array['posted', 'suspense']));
create unique index repayment_row_payment on repayment_row using btree (payment_key, part) where ((payment_key is not null) and (status = any (array['posted', 'suspense'])));
create index repayment_row_payment_open on repayment_row using btree (payment_key) where (payment_key is not null);
create index repayment_row_person on repayment_row using btree (batch_id, customer_id) where (customer_id is not null);
create index repayment_row_refused on repayment_row using btree (batch_id) where (status = 'refused');
create index repayment_row_to_post on repayment_row using btree (batch_id, loan_id, row_number) where (status = 'open');
create index repayment_row_to_undo on repayment_row using btree (batch_id, loan_id, row_number) where (status = any (array['posted', 'suspense']));

create table repayment_suspense (
  id uuid not null,
  batch_id uuid,
  row_number integer,
  part smallint,
  amount bigint not null,
  remaining bigint not null,
  owner_id uuid,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  before_credit boolean not null default false,
  bank_code smallint,
  entry_id bigint,
  received_on date,
  payer text,
  reference text,
  constraint repayment_suspense_pkey primary key (id),
  constraint repayment_suspense_batch_id_row_number_part_key unique (batch_id, row_number, part),
  constraint repayment_suspense_entry_id_key unique (entry_id),
  constraint repayment_suspense_amount_check check ((amount > 0)),
  constraint repayment_suspense_origin check ((((num_nonnulls(batch_id, row_number, part) = 3) and (num_nonnulls(bank_code, entry_id, received_on, payer, reference) = 0)) or ((num_nonnulls(batch_id, row_number, part) = 0) and (num_nonnulls(bank_code, entry_id, received_on, payer, reference) = 5)))),
  constraint repayment_suspense_remaining_check check ((remaining >= 0)),
  constraint repayment_suspense_bank_code_fkey foreign key (bank_code) references ledger_bank_account(code),
  constraint repayment_suspense_batch_id_fkey foreign key (batch_id) references repayment_batch(intake_id),
  constraint repayment_suspense_entry_id_fkey foreign key (entry_id) references ledger_entry(id),
  constraint repayment_suspense_owner_id_fkey foreign key (owner_id) references staff(id)
);
create index repayment_suspense_open on repayment_suspense using btree (opened_at, id) where (closed_at is null);

create table repayment_suspense_use (
  id uuid not null,
  suspense_id uuid not null,
  kind text not null,
  amount bigint not null,
  loan_id uuid,
  note text not null,
  by_id uuid not null,
  at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint repayment_suspense_use_pkey primary key (id),
  constraint repayment_suspense_use_amount_check check ((amount > 0)),
  constraint repayment_suspense_use_kind_check check ((kind = any (array['loan', 'returned', 'undone', 'notDeducted']))),
  constraint repayment_suspense_use_by_id_fkey foreign key (by_id) references staff(id),
  constraint repayment_suspense_use_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint repayment_suspense_use_suspense_id_fkey foreign key (suspense_id) references repayment_suspense(id)
);
create index repayment_suspense_use_item on repayment_suspense_use using btree (suspense_id);
create index repayment_suspense_use_loan on repayment_suspense_use using btree (loan_id) where (loan_id is not null);

create table request_count (
  stage text not null,
  rows bigint not null default 0,
  constraint request_count_pkey primary key (stage)
);

create table request_draft (
  id uuid not null,
  opened_at timestamp with time zone not null,
  address text not null,
  phone text,
  code_hash bytea,
  code_sent_at timestamp with time zone,
  code_tries integer not null default 0,
  submitted_request_id uuid,
  constraint request_draft_pkey primary key (id),
  constraint request_draft_submitted_request_id_fkey foreign key (submitted_request_id) references loan_request(id)
);
create index request_draft_address on request_draft using btree (address, opened_at);
create index request_draft_opened on request_draft using btree (opened_at);

create table request_event (
  id bigint not null generated always as identity,
  request_id uuid not null,
  at timestamp with time zone not null,
  by_id uuid,
  by_name text not null,
  kind text not null,
  from_stage text,
  to_stage text,
  reason_code text,
  note text,
  amount bigint,
  tenor integer,
  constraint request_event_pkey primary key (id),
  constraint request_event_by_id_fkey foreign key (by_id) references staff(id),
  constraint request_event_request_id_fkey foreign key (request_id) references loan_request(id)
);
create index request_event_override on request_event using btree (at, id) where (kind = 'override');
create index request_event_request on request_event using btree (request_id, id);
create trigger append_only before delete or update on request_event for each row execute function request_keep();

create table request_override (
  request_id uuid not null,
  version integer not null,
  check_name text not null,
  reason_code text not null,
  note text not null,
  by_id uuid not null,
  by_name text not null,
  at timestamp with time zone not null,
  constraint request_override_pkey primary key (request_id, version, check_name),
  constraint request_override_by_id_fkey foreign key (by_id) references staff(id),
  constraint request_override_request_id_fkey foreign key (request_id) references loan_request(id)
);

create table request_proof (
  challenge text not null,
  at timestamp with time zone not null,
  constraint request_proof_pkey primary key (challenge)
);

create table request_version (
  request_id uuid not null,
  version integer not null,
  application jsonb not null,
  by_id uuid,
  by_name text not null,
  at timestamp with time zone not null,
  constraint request_version_pkey primary key (request_id, version),
  constraint request_version_by_id_fkey foreign key (by_id) references staff(id),
  constraint request_version_request_id_fkey foreign key (request_id) references loan_request(id)
);
create trigger append_only before delete or update on request_version for each row execute function request_keep();

create table retired_key (
  fingerprint text not null,
  key_sealed text not null,
  retired_at timestamp with time zone not null default now(),
  constraint retired_key_pkey primary key (fingerprint)
);

create table reveal_count (
  staff_id uuid not null,
  hour timestamp with time zone not null,
  subject text not null,
  times integer not null default 1,
  constraint reveal_count_pkey primary key (staff_id, hour, subject),
  constraint reveal_count_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index reveal_count_hour on reveal_count using btree (hour);

create table saved_view (
  id uuid not null,
  staff_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  is_default boolean not null,
  is_shared boolean not null default false,
  saved_at timestamp with time zone not null,
  constraint saved_view_pkey primary key (id),
  constraint saved_view_staff_id_fkey foreign key (staff_id) references staff(id)
);
create unique index saved_view_default on saved_view using btree (staff_id, list) where is_default;
create index saved_view_owner on saved_view using btree (staff_id, list, saved_at);
create index saved_view_shared on saved_view using btree (list, saved_at) where is_shared;

create table setting_version (
  section text not null,
  version integer not null,
  value jsonb not null,
  effective_on date not null,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  reason text,
  constraint setting_version_pkey primary key (section, version),
  constraint setting_version_version_check check ((version > 0)),
  constraint setting_version_changed_by_fkey foreign key (changed_by) references staff(id)
);
create trigger append_only before delete or update on setting_version for each row execute function refuse_change();
create trigger append_only_whole before truncate on setting_version for each statement execute function refuse_change();
create trigger setting_version_changed after insert or delete or update on setting_version for each statement execute function tell_changed('settings');

create table setup_code (
  code_hash bytea not null,
  made_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by uuid,
  constraint setup_code_pkey primary key (code_hash),
  constraint setup_code_used check (((used_at is null) = (used_by is null))),
  constraint setup_code_used_by_fkey foreign key (used_by) references staff(id)
);

create table sign_in_attempt (
  id bigint not null generated always as identity,
  account_key bytea not null,
  address text not null,
  at timestamp with time zone not null,
  succeeded boolean not null,
  constraint sign_in_attempt_pkey primary key (id)
);
create index sign_in_attempt_account on sign_in_attempt using btree (account_key, at desc) where (not succeeded);
create index sign_in_attempt_address on sign_in_attempt using btree (address, at desc) where (not succeeded);

create table sign_in_failure (
  account text not null,
  hour timestamp with time zone not null,
  failures integer not null default 1,
  constraint sign_in_failure_pkey primary key (account, hour)
);

create table sign_in_rule (
  only_one boolean not null default true,
  totp_required_for text[] not null default '{}'[],
  refuse_same_place boolean not null default false,
  constraint sign_in_rule_pkey primary key (only_one),
  constraint sign_in_rule_only_one_check check (only_one)
);
create trigger sign_in_rule_changed after insert or delete or update on sign_in_rule for each statement execute function tell_changed('sessions');

create table sign_up_attempt (
  address text not null,
  at timestamp with time zone not null
);
create index sign_up_attempt_address on sign_up_attempt using btree (address, at);

create table source_event (
  id uuid not null,
  number text not null,
  kind text not null,
  source text not null,
  from_month date not null,
  to_month date not null,
  treatment text,
  interest text,
  dates jsonb,
  dates_before jsonb,
  status text not null,
  reason text not null,
  asked_at timestamp with time zone not null,
  asked_by uuid not null,
  asked_by_name text not null,
  computed_at timestamp with time zone,
  figures jsonb not null default '{}'::jsonb,
  approved_at timestamp with time zone,
  approved_by uuid,
  approved_by_name text,
  applied_at timestamp with time zone,
  undo_approved_by uuid,
  undo_approved_by_name text,
  undo_reason text,
  ended_at timestamp with time zone,
  notifies boolean not null default false,
  notified_at timestamp with time zone,
  constraint source_event_pkey primary key (id),
  constraint source_event_number_key unique (number),
  constraint source_event_from_month_check check ((extract(day from from_month) = (1)::numeric)),
  constraint source_event_interest check (((interest is not null) = (not (treatment is distinct from 'move')))),
  constraint source_event_interest_check check ((interest = any (array['waived', 'added']))),
  constraint source_event_kind check ((((kind = 'dates') = (dates is not null)) and ((kind = 'dates') = (treatment is null)))),
  constraint source_event_kind_check check ((kind = any (array['dates', 'skipped', 'strike', 'ban']))),
  constraint source_event_months check ((to_month >= from_month)),
  constraint source_event_status_check check ((status = any (array['computing', 'computed', 'applying', 'applied', 'undoing', 'undone', 'cancelled']))),
  constraint source_event_to_month_check check ((extract(day from to_month) = (1)::numeric)),
  constraint source_event_treatment_check check ((treatment = any (array['excuse', 'move']))),
  constraint source_event_approved_by_fkey foreign key (approved_by) references staff(id),
  constraint source_event_asked_by_fkey foreign key (asked_by) references staff(id),
  constraint source_event_undo_approved_by_fkey foreign key (undo_approved_by) references staff(id)
);
create index source_event_month on source_event using btree (source, from_month);

create table source_event_loan (
  event_id uuid not null,
  loan_id uuid not null,
  status text not null,
  amount bigint not null default 0,
  interest bigint not null default 0,
  reason text,
  problem text,
  loan_event_id uuid,
  reversal_id uuid,
  constraint source_event_loan_pkey primary key (event_id, loan_id),
  constraint source_event_loan_amount_check check ((amount >= 0)),
  constraint source_event_loan_status_check check ((status = any (array['ready', 'excluded', 'done', 'undone', 'kept']))),
  constraint source_event_loan_event_id_fkey foreign key (event_id) references source_event(id),
  constraint source_event_loan_loan_event_id_fkey foreign key (loan_event_id) references loan_event(id),
  constraint source_event_loan_loan_id_fkey foreign key (loan_id) references loan(id),
  constraint source_event_loan_reversal_id_fkey foreign key (reversal_id) references loan_event(id)
);
create index source_event_loan_loan on source_event_loan using btree (loan_id);
create index source_event_loan_status on source_event_loan using btree (event_id, status, loan_id);

create table staff (
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  password_hash text not null,
  status text not null,
  roles text[] not null default '{}'[],
  account_officer_code text,
  totp_secret text,
  totp_enrolled_at timestamp with time zone,
  totp_last_step bigint,
  recovery_code_hashes text[] not null default '{}'[],
  signed_up_at timestamp with time zone not null,
  signed_up_again_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  roles_lapse_at timestamp with time zone,
  bvn_sealed text,
  bvn_index bytea,
  constraint staff_pkey primary key (id),
  constraint staff_account_officer_code_key unique (account_officer_code),
  constraint staff_bvn_index_key unique (bvn_index),
  constraint staff_email_key unique (email),
  constraint staff_email_check check ((email = lower(email))),
  constraint staff_roles_check check ((roles <@ array['superAdmin', 'Admin', 'Reviewer', 'Authorizer', 'Auditor', 'Editor'])),
  constraint staff_status_check check ((status = any (array['waiting', 'active', 'suspended', 'declined'])))
);
create index staff_last_sign_in on staff using btree (last_sign_in_at, id);
create index staff_name on staff using btree (lower(last_name), lower(first_name), id);
create index staff_phone on staff using btree (phone);
create index staff_signed_up on staff using btree (signed_up_at, id);
create index staff_super_admin on staff using btree (id) where ((status = 'active') and ('superAdmin' = any (roles)));
create trigger one_index before insert or update of bvn_index on staff for each row when ((length(new.bvn_index) = 64)) execute function store_one_index();
create trigger staff_changed after delete or update of first_name, last_name, email, roles, status, account_officer_code, totp_enrolled_at on staff for each statement execute function tell_changed('sessions');
create trigger staff_is_customer after insert or update of phone, email, bvn_index on staff for each row execute function tie_staff_to_customer();

create table staff_customer (
  staff_id uuid not null,
  customer_id uuid not null,
  known_by text not null,
  since timestamp with time zone not null default now(),
  constraint staff_customer_pkey primary key (staff_id, customer_id),
  constraint staff_customer_known_by_check check ((known_by = any (array['phone', 'email', 'bvn', 'merge']))),
  constraint staff_customer_customer_id_fkey foreign key (customer_id) references customer(id),
  constraint staff_customer_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index staff_customer_customer on staff_customer using btree (customer_id);

create table staff_link (
  id bigint not null generated always as identity,
  made_by uuid not null,
  staff_id uuid not null,
  kind text not null,
  made_at timestamp with time zone not null,
  approved_by uuid,
  factor_since timestamp with time zone,
  seen_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  end_reason text,
  constraint staff_link_pkey primary key (id),
  constraint staff_link_ended check ((((ended_at is null) = (ended_by is null)) and ((ended_at is null) = (end_reason is null)))),
  constraint staff_link_kind_check check ((kind = any (array['admitted', 'roles', 'reactivated', 'password']))),
  constraint staff_link_two_people check (((made_by <> staff_id) and (approved_by is distinct from made_by) and (approved_by is distinct from staff_id))),
  constraint staff_link_approved_by_fkey foreign key (approved_by) references staff(id),
  constraint staff_link_ended_by_fkey foreign key (ended_by) references staff(id),
  constraint staff_link_made_by_fkey foreign key (made_by) references staff(id),
  constraint staff_link_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index staff_link_open on staff_link using btree (made_by, staff_id) where ((approved_by is null) and (ended_at is null));
create index staff_link_staff on staff_link using btree (staff_id);

create table staff_preference (
  staff_id uuid not null,
  density text not null,
  hidden jsonb not null,
  dashboard_tab text not null default 'desk',
  constraint staff_preference_pkey primary key (staff_id),
  constraint staff_preference_dashboard_tab_check check ((dashboard_tab = any (array['desk', 'portfolio']))),
  constraint staff_preference_density_check check ((density = any (array['comfortable', 'compact']))),
  constraint staff_preference_staff_id_fkey foreign key (staff_id) references staff(id)
);

create table staff_session (
  id uuid not null,
  staff_id uuid not null,
  binding_hash bytea not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  address text not null,
  line text not null default '',
  user_agent text not null,
  constraint staff_session_pkey primary key (id),
  constraint staff_session_ended_by_check check ((ended_by = any (array['signOut', 'idle', 'suspended', 'password', 'superAdmin', 'owner']))),
  constraint staff_session_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index staff_session_line on staff_session using btree (line, seen_at desc);
create index staff_session_live on staff_session using btree (staff_id, seen_at desc) where (ended_at is null);
create trigger staff_session_changed after delete or update of staff_id, binding_hash, ended_at on staff_session for each statement execute function tell_changed('sessions');

create table worker_heartbeat (
  worker_id text not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  leaving boolean not null default false,
  constraint worker_heartbeat_pkey primary key (worker_id)
);

create view instruction_part as
 select n.list_id,
    n.no,
    part.loan_id,
        case
            when (coalesce(a.amount, n.amount) = n.amount) then part.amount
            else (trunc((((a.amount)::numeric * (part.amount)::numeric) / (n.amount)::numeric)))::bigint
        end as amount
   from (((instruction_list l
     join instruction_line n on (((n.list_id = l.id) and (n.amount > 0))))
     left join instruction_answer a on (((a.list_id = n.list_id) and (a.no = n.no))))
     cross join lateral unnest(n.loan_ids, n.loan_amounts) part(loan_id, amount))
  where ((l.sent_at is not null) and (coalesce(a.outcome, '') <> 'rejected'))
union all
 select n.list_id,
    n.no,
    part.loan_id,
        case
            when (told.amount = line.amount) then part.amount
            else (trunc((((told.amount)::numeric * (part.amount)::numeric) / (line.amount)::numeric)))::bigint
        end as amount
   from (((((instruction_answer a
     join instruction_line n on (((n.list_id = a.list_id) and (n.no = a.no))))
     join instruction_list l on ((l.id = n.list_id)))
     cross join lateral ( select
                case
                    when (a.outcome = 'rejected') then n.previous
                    else a.amount
                end as amount) told)
     cross join lateral ( select k.amount,
            k.loan_ids,
            k.loan_amounts
           from ((instruction_list b
             join instruction_line k on (((k.list_id = b.id) and (k.staff_key = n.staff_key) and (k.amount > 0))))
             left join instruction_answer w on (((w.list_id = k.list_id) and (w.no = k.no))))
          where ((b.source = l.source) and (b.element = l.element) and (b.sent_at is not null) and (row(b.month, b.round) < row(l.month, l.round)) and (coalesce(w.outcome, '') <> 'rejected'))
          order by b.month desc, b.round desc
         limit 1) line)
     cross join lateral unnest(line.loan_ids, line.loan_amounts) part(loan_id, amount))
  where ((l.sent_at is not null) and (told.amount > 0) and
        case
            when (a.outcome = 'rejected') then (n.kind <> 'continue')
            else (n.amount = 0)
        end);

create view ledger_entry_hashed as
 select written_by,
    id,
    ledger_entry_hash(e.*, ( select string_agg(ledger_line_text(l.*), ' ' order by l."position") as string_agg
           from ledger_line l
          where (l.entry_id = e.id))) as hash
   from ledger_entry e;

create view loan_batch_receipt as
 select r.loan_id,
    r.posting_id as event_id,
    b.number
   from (repayment_row r
     join repayment_batch b on ((b.intake_id = r.batch_id)))
  where ((r.loan_id is not null) and (r.status = 'posted'));

create view loan_payout as
 select p.id,
    p.loan_id,
    p.payout_id,
    p.status,
    p.bank_reference,
    p.batch_id,
    b.number,
    p.kind
   from (payout_line p
     join payout_batch b on ((b.id = p.batch_id)));

create view loan_refund as
 select loan_id,
    number,
    amount,
    status
   from refund_case;

create view payout_refund as
 select id as refund_id,
    number,
    loan_id,
    amount,
    status,
    payout_id,
    office
   from refund_case;

create view reconciliation_due as
 select s.loan_id,
    (date_trunc('month', (((d.value ->> 0))::date)::timestamp with time zone))::date as month,
    (((d.value ->> 4))::bigint - (coalesce((d.value ->> 7), '0'))::bigint) as due,
    (d.value -> 8) as paid
   from (dashboard_loan s
     cross join lateral jsonb_array_elements(s.days) d(value))
  where ((d.value ->> 4) <> '0');

create view reconciliation_ready as
 select (not (exists ( select
           from dashboard_refresh
          where dashboard_refresh.whole_again))) as is_ready;

create view refund_instruction as
 select l.source,
    l.month,
    l.round,
    n.staff_key,
    n.list_id,
    n.no
   from (instruction_list l
     join instruction_line n on ((n.list_id = l.id)))
  where (l.sent_at is not null);

create view refund_month as
 select source,
    period,
    instruction_on,
    awaited_until,
    (exists ( select 1
           from instruction_list l
          where ((l.source = m.source) and (l.month = m.period) and (l.sent_at is not null)))) as is_listed,
    (exists ( select 1
           from instruction_list l
          where ((l.source = m.source) and (l.sent_at is not null)))) as is_instructed
   from pay_month m
  where ((heard_on is null) and (skipped_by is null));

create view refund_office as
 select distinct on (r.loan_id) r.loan_id,
    b.source
   from (repayment_row r
     join repayment_batch b on ((b.intake_id = r.batch_id)))
  where ((r.loan_id is not null) and (r.status = 'posted') and (b.kind = 'payroll'))
  order by r.loan_id, r.period desc, b.opened_at desc;

create view refund_part as
 select list_id,
    no,
    loan_id,
    amount
   from instruction_part;

create view refund_standing as
 select source,
    staff_key,
    since,
    amount as held,
    list_id,
    no
   from instruction_standing s
  where (amount > 0);

create view refund_unremitted as
 select r.loan_id,
    r.posting_id as event_id,
    b.number
   from (repayment_row r
     join repayment_batch b on ((b.intake_id = r.batch_id)))
  where ((r.status = 'posted') and (b.status = 'posted') and ((( select coalesce(sum((a.amount + a.charge)), (0)::numeric) as "coalesce"
           from office_allocation a
          where ((a.batch_id = b.intake_id) and (a.undone_at is null))) + ( select coalesce(sum(c.amount), (0)::numeric) as "coalesce"
           from office_correction c
          where ((c.batch_id = b.intake_id) and (c.undone_at is null)))) < ( select coalesce(sum(d.amount), (0)::numeric) as "coalesce"
           from office_due d
          where (d.batch_id = b.intake_id))));

create function audit_canonical(e audit_entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select convert_to(jsonb_build_array(
    e.id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_id, e.actor_name, e.action,
    e.subject_type, e.subject_id, e.outcome, e.before, e.after, e.reason, e.address, e.request_id
  )::text, 'UTF8')
$function$
;

create function audit_is_look(action text, subject_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((subject_type = ANY (ARRAY['export'::text, 'search'::text])) OR (action ~~ '%Reveal'::text) OR (action ~~ '%Export'::text) OR (action = ANY (ARRAY['documentOpen'::text, 'loanPaper'::text, 'payrollLookup'::text, 'payrollChanges'::text, 'intakeGet'::text, 'intakeRefusals'::text, 'intakeRefusalFile'::text, 'instructionFile'::text, 'instructionLetter'::text, 'journalFile'::text, 'borrowerFile'::text])))
;

create function audit_seal_next(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  head bytea;
  place bigint;
  entry audit_entry;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('audit_seal'));
  select s.position, s.hash into place, head from audit_seal s order by s.position desc limit 1;
  place := coalesce(place, 0);
  head := coalesce(head, ''::bytea);
  for entry in
    select e.* from audit_waiting w join audit_entry e on e.id = w.entry_id order by w.entry_id limit most
  loop
    place := place + 1;
    head := sha256(head || audit_canonical(entry));
    insert into audit_seal (position, entry_id, hash) values (place, entry.id, head);
    delete from audit_waiting where entry_id = entry.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $function$
;

create function audit_wait()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_waiting (entry_id) select id from added;
  return null;
end $function$
;

create function closing_keep_loans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from closing_month where id = old.closing_id and status <> 'calculated') then
    raise exception 'the loans of a closed month stay as they are' using errcode = 'LG007';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$
;

create function customer_plain(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(translate(regexp_replace(NORMALIZE(written, NFD), '[\u0300-\u036f''’‘ʼ`]'::text, ''::text, 'g'::text), 'ƁƊƘƳɓɗƙƴ-'::text, 'BDKYbdky '::text))
;

create function customer_words(search text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 3
BEGIN ATOMIC
 SELECT word.word
    FROM string_to_table(translate(customer_words.search, '0123456789'::text, '          '::text), ' '::text) word(word)
   WHERE (length(word.word) >= 3);
END
;

create function forget_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text[] := array(select customer_words(old.search));
begin
  delete from customer_word where word = any (before) and name_key = old.name_key and customer_id = old.id;
  perform forget_words(before);
  return null;
end $function$
;

create function forget_words(words text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  held tid[] := array(
    select n.ctid from customer_vocabulary n
    where n.word = any (words) and not exists (select from customer_word c where c.word = n.word)
    for update skip locked);
begin
  delete from customer_vocabulary n
  where n.ctid = any (held) and not exists (select from customer_word c where c.word = n.word);
end $function$
;

create function index_all_customers()
 RETURNS void
 LANGUAGE plpgsql
 SET enable_hashagg TO 'off'
AS $function$
begin
  truncate customer_word, customer_vocabulary;
  insert into customer_word (word, name_key, customer_id)
    select distinct w.word, c.name_key collate "C", c.id from customer c cross join lateral customer_words(c.search) w (word)
    where c.status <> 'merged' order by 1, 2, 3;
  insert into customer_vocabulary select distinct word from customer_word;
end $function$
;

create function index_changed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text[] := array(select customer_words(old.search));
  after text[] := array(select customer_words(new.search) where new.status <> 'merged');
begin
  delete from customer_word where word = any (before) and name_key = old.name_key and customer_id = old.id;
  insert into customer_word (word, name_key, customer_id) select unnest(after), new.name_key, new.id
    on conflict do nothing;
  perform learn_words(after);
  perform forget_words(array(select unnest(before) except select unnest(after)));
  return null;
end $function$
;

create function index_new_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_word (word, name_key, customer_id)
    select w.word, o.name_key, o.id from opened o cross join lateral customer_words(o.search) w (word)
    where o.status <> 'merged' on conflict do nothing;
  perform learn_words(array(
    select distinct w.word from opened o cross join lateral customer_words(o.search) w (word) where o.status <> 'merged'));
  return null;
end $function$
;

create function instruction_line_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select 1 from instruction_list l where l.id = old.list_id and l.sent_at is not null)
    and (tg_op = 'DELETE' or (to_jsonb(new) - array['staff_key', 'staff_number', 'name', 'employer', 'customer_id'])
      is distinct from (to_jsonb(old) - array['staff_key', 'staff_number', 'name', 'employer', 'customer_id'])) then
    raise exception 'A list of deduction instructions that was sent does not change' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $function$
;

create function instruction_list_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.sent_at is not null and (
    (new.number, new.source, new.month, new.round, new.element, new.lines, new.total, new.previous_total, new.sha256, new.sent_at)
    is distinct from
    (old.number, old.source, old.month, old.round, old.element, old.lines, old.total, old.previous_total, old.sha256, old.sent_at)) then
    raise exception 'A list of deduction instructions that was sent does not change' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $function$
;

create function instruction_parts(due bigint[], amount bigint)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg((case when at = 1 then greatest(least(each, amount), amount - rest)
      else greatest(least(each, amount - before), 0) end)::bigint order by at), '{}')
  from (select each, at, sum(each) over (order by at) - each as before, sum(each) over () - first_value(each) over (order by at) as rest
    from unnest(due) with ordinality as part (each, at)) parts
$function$
;

create function learn_words(words text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  held text[] := array(select word from customer_vocabulary where word = any (words) for key share);
begin
  insert into customer_vocabulary (word) select unnest(words) except select unnest(held);
end $function$
;

create function ledger_begin_era()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  here constant xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  insert into ledger_era (first_entry_id)
  select (select max(id) + 1 from ledger_entry) where exists (
    select from ledger_entry e where e.written_by >= here and e.id >= (select max(first_entry_id) from ledger_era));
  update dashboard_refresh set seen_from = '0', seen = null, whole_again = true where found or seen_from > here;
end $function$
;

create function ledger_check_dues()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
declare
  odd ledger_entry;
begin
  select e.* into odd from new_entry e
  left join (
    select l.entry_id, count(*) as lines, sum(l.amount) as total from ledger_line l
    where l.entry_id between (select min(id) from new_entry) and (select max(id) from new_entry)
    group by l.entry_id
  ) l on l.entry_id = e.id
  where e.reason in ('instalmentDue', 'deduction', 'receipt') and (l.lines is distinct from e.line_count
    or l.total is distinct from 0 or e.belongs_on >= e.effective_on or e.reverses_id is not null) limit 1;
  if found then
    raise exception 'entry % does not balance when it is written', odd.id using errcode = 'LG001';
  end if;
  return null;
end $function$
;

create function ledger_check_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lines bigint;
  total bigint;
begin
  if new.line_count < 12 then
    select count(*), sum(l.amount) into lines, total
    from (select entry_id, amount from ledger_line where entry_id >= new.id order by entry_id, position limit 12) l
    where l.entry_id = new.id;
  else
    select count(*), sum(amount) into lines, total from ledger_line where entry_id = new.id;
  end if;
  if lines <> new.line_count or total is distinct from 0 then
    raise exception 'entry % does not balance: % of % lines, off by % kobo', new.id, lines, new.line_count, total
      using errcode = 'LG001';
  end if;
  if new.belongs_on >= new.effective_on then
    raise exception 'entry % adjusts a day that is not before its own', new.id using errcode = 'LG002';
  end if;
  if new.reverses_id is not null and exists (
    select from ledger_line where entry_id in (new.id, new.reverses_id)
    group by code, loan_no having sum(amount) <> 0
  ) then
    raise exception 'entry % is not the exact reverse of entry %', new.id, new.reverses_id using errcode = 'LG001';
  end if;
  return null;
end $function$
;

create function ledger_entry_hash(e ledger_entry, lines text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(jsonb_build_array(
    e.id, e.written_by::text, (extract(epoch from e.inserted_at) * 1000000)::bigint, e.posted_by, e.reverses_id,
    e.effective_on - date '1970-01-01', e.belongs_on - date '1970-01-01', e.line_count, e.reason, e.ref, e.note, lines
  )::text, 'UTF8'))
$function$
;

create function ledger_keep_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'account % is kept: entries name it', old.code using errcode = 'LG006';
  end if;
  if (new.code, new.name, new.per_loan, new.is_own) is distinct from (old.code, old.name, old.per_loan, old.is_own)
    or (new.kind <> old.kind and (not old.is_own or exists (select from ledger_line where code = old.code)))
  then
    raise exception 'account % keeps its code and its kind', old.code using errcode = 'LG006';
  end if;
  return new;
end $function$
;

create function ledger_keep_close()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.through = (select max(through) from ledger_reopening where written_by = pg_current_xact_id())
  then
    return old;
  end if;
  raise exception 'a closed period is reopened by two people' using errcode = 'LG007';
end $function$
;

create function ledger_line_text(l ledger_line)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(':', l.position, l.code, l.loan_no, l.amount, l.effective_on - date '1970-01-01')
$function$
;

create function ledger_loan_no(of_loan uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  near ledger_loan;
begin
  select * into near from ledger_loan where loan_id >= of_loan order by loan_id limit 1;
  return case when near.loan_id = of_loan then near.no end;
end $function$
;

create function ledger_loan_nos(of_loans uuid[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  nos bigint[] := '{}';
  last_loan uuid;
  last_no bigint;
begin
  for i in 1..cardinality(of_loans) loop
    if of_loans[i] is null then
      nos[i] := 0;
    else
      if last_loan is distinct from of_loans[i] then
        last_loan := of_loans[i];
        last_no := ledger_loan_no(last_loan);
        if last_no is null then
          return null;
        end if;
      end if;
      nos[i] := last_no;
    end if;
  end loop;
  return nos;
end $function$
;

create function ledger_post(of_reason text, of_ref text, on_day date, codes smallint[], loans uuid[], amounts bigint[], with_note text, by_staff uuid, at_moment timestamp with time zone, adjust_on date, reverses bigint, OUT entry_id bigint, OUT posted_on date, OUT belonged_on date, OUT outcome text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  loan_nos bigint[] := ledger_loan_nos(loans);
begin
  posted_on := on_day;
  for attempt in 1..2 loop
    with entry as (
      insert into ledger_entry
        (inserted_at, posted_by, reverses_id, effective_on, belongs_on, line_count, reason, ref, note)
      select at_moment, by_staff, reverses, posted_on, belonged_on, cardinality(codes), of_reason, of_ref, with_note
      where loan_nos is not null and not exists (select from ledger_close where through >= posted_on)
      on conflict (ref, reason) do nothing
      returning id
    ), line as (
      insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
      select entry.id, l.loan_no, l.amount, posted_on, l.code, l.position
      from entry, unnest(codes, loan_nos, amounts) with ordinality as l (code, loan_no, amount, position)
    )
    select id into entry_id from entry;
    if found then
      outcome := 'posted';
      return;
    end if;

    select e.id, e.effective_on, e.belongs_on into entry_id, posted_on, belonged_on
    from ledger_entry e where e.ref = of_ref and e.reason = of_reason;
    if found then
      outcome := case when ledger_says(entry_id, on_day, codes, loans, amounts) then 'repeated' else 'different' end;
      return;
    end if;

    -- Neither posted nor there: a loan's first entry, or a closed period. Both are settled once.
    insert into ledger_loan (loan_id)
    select distinct l.loan_id from unnest(loans) as l (loan_id)
    where l.loan_id is not null and ledger_loan_no(l.loan_id) is null
    order by l.loan_id
    on conflict (loan_id) do nothing;
    loan_nos := ledger_loan_nos(loans);
    posted_on := on_day;
    if exists (select from ledger_close where through >= on_day) then
      outcome := 'closed';
      if adjust_on is null then
        return;
      end if;
      posted_on := adjust_on;
      belonged_on := on_day;
    end if;
  end loop;
end $function$
;

create function ledger_post_all(reasons text[], refs text[], days date[], notes text[], line_of integer[], codes smallint[], loans uuid[], amounts bigint[], by_staff uuid, at_moment timestamp with time zone, adjust_on date)
 RETURNS TABLE(entry_no integer, entry_id bigint, posted_on date, belonged_on date, outcome text)
 LANGUAGE sql
AS $function$
  select * from ledger_post_together(reasons, refs, days, notes, line_of, codes, loans, amounts,
    array_fill(by_staff, array[cardinality(refs)]), at_moment, adjust_on)
$function$
;

create function ledger_post_dues(on_day date, loans uuid[], interests bigint[], fees bigint[], at_moment timestamp with time zone, adjust_on date, OUT posted integer, OUT odd text)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET random_page_cost TO '1.1'
 SET enable_seqscan TO 'off'
AS $function$
declare
  entry_ids regclass := pg_get_serial_sequence('ledger_entry', 'id');
begin
  insert into ledger_loan (loan_id)
  select d.loan_id from unnest(loans) as d (loan_id)
  where not exists (select from ledger_loan s where s.loan_id = d.loan_id)
  order by d.loan_id
  on conflict (loan_id) do nothing;

  with numbered as materialized (
    select nextval(entry_ids) as id, s.no, d.interest, d.fee, d.loan_id || ' ' || on_day as ref
    from unnest(loans, interests, fees) as d (loan_id, interest, fee) join ledger_loan s on s.loan_id = d.loan_id
    where not exists (select from ledger_close c where c.through >= on_day)
  ), entry as (
    insert into ledger_entry (id, inserted_at, effective_on, line_count, reason, ref)
    overriding system value
    select id, at_moment, on_day, 2 * ((interest <> 0)::integer + (fee <> 0)::integer), 'instalmentDue', ref from numbered
    order by ref
    on conflict (ref, reason) do nothing
    returning id
  ), line as (
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    select n.id, case when l.is_of_loan then n.no else 0 end, l.amount, on_day, l.code, l.position
    from entry join numbered n on n.id = entry.id, lateral (values
      (1, 1110::smallint, n.interest, true), (2, 4010::smallint, -n.interest, false),
      (case when n.interest = 0 then 1 else 3 end, 1120::smallint, n.fee, true),
      (case when n.interest = 0 then 2 else 4 end, 4020::smallint, -n.fee, false)) as l (position, code, amount, is_of_loan)
    where l.amount <> 0
    order by n.id
  )
  select count(*) into posted from entry;
  if posted = cardinality(loans) then
    return;
  end if;

  with asked as (
    select d.no::integer, d.loan_id, d.interest, d.fee from unnest(loans, interests, fees) with ordinality as d (loan_id, interest, fee, no)
  ), lines as (
    select a.no, l.place, l.code, case when l.is_of_loan then a.loan_id end as loan_id, l.amount
    from asked a, lateral (values
      (1, 1110::smallint, a.interest, true), (2, 4010::smallint, -a.interest, false),
      (3, 1120::smallint, a.fee, true), (4, 4020::smallint, -a.fee, false)) as l (place, code, amount, is_of_loan)
    where l.amount <> 0
  )
  select count(*) filter (where p.outcome in ('posted', 'repeated')),
      min((loans[p.entry_no] || ' ' || on_day) || ' was ' || p.outcome) filter (where p.outcome not in ('posted', 'repeated'))
    into posted, odd
  from ledger_post_all(array_fill('instalmentDue'::text, array[cardinality(loans)]),
    array(select a.loan_id || ' ' || on_day from asked a order by a.no),
    array_fill(on_day, array[cardinality(loans)]), array_fill(null::text, array[cardinality(loans)]),
    array(select l.no from lines l order by l.no, l.place), array(select l.code from lines l order by l.no, l.place),
    array(select l.loan_id from lines l order by l.no, l.place), array(select l.amount from lines l order by l.no, l.place),
    null, at_moment, adjust_on) p;
end $function$
;

create function ledger_post_together(reasons text[], refs text[], days date[], notes text[], line_of integer[], codes smallint[], loans uuid[], amounts bigint[], by_staff uuid[], at_moment timestamp with time zone, adjust_on date)
 RETURNS TABLE(entry_no integer, entry_id bigint, posted_on date, belonged_on date, outcome text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET random_page_cost TO '1.1'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  closed date;
  entry_ids regclass := pg_get_serial_sequence('ledger_entry', 'id');
  fresh_nos integer[];
  fresh_ids bigint[];
begin
  select max(c.through) into closed from ledger_close c;
  insert into ledger_loan (loan_id)
  select distinct l.loan_id from unnest(loans) as l (loan_id)
  where l.loan_id is not null and not exists (select from ledger_loan s where s.loan_id = l.loan_id)
  order by l.loan_id
  on conflict (loan_id) do nothing;

  with asked as (
    select distinct on (a.ref, a.reason) a.no::integer as no, a.reason, a.ref, a.note, n.lines,
      case when a.day <= closed then adjust_on else a.day end as effective_on,
      case when a.day <= closed then a.day end as belongs_on
    from unnest(reasons, refs, days, notes) with ordinality as a (reason, ref, day, note, no)
    join (select l.no, count(*) as lines from unnest(line_of) as l (no) group by l.no) n on n.no = a.no
    order by a.ref, a.reason, a.no
  ), numbered as materialized (
    select nextval(entry_ids) as id, asked.* from asked
    where asked.effective_on is not null
      and not exists (select from ledger_entry e where e.ref = asked.ref and e.reason = asked.reason)
  ), entry as (
    insert into ledger_entry
      (id, inserted_at, posted_by, effective_on, belongs_on, line_count, reason, ref, note)
    overriding system value
    select id, at_moment, by_staff[no], effective_on, belongs_on, lines, reason, ref, note from numbered
    order by ref, reason
    on conflict (ref, reason) do nothing
    returning id
  ), line as (
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    select m.id, coalesce(s.no, 0), l.amount, m.effective_on, l.code,
      row_number() over (partition by m.id order by l.place)
    from entry join numbered m on m.id = entry.id
    join unnest(line_of, codes, loans, amounts) with ordinality as l (no, code, loan_id, amount, place) on l.no = m.no
    left join ledger_loan s on s.loan_id = l.loan_id
  )
  select array_agg(m.no), array_agg(m.id) into fresh_nos, fresh_ids
  from entry join numbered m on m.id = entry.id;

  return query
  select f.no, e.id, e.effective_on, e.belongs_on, 'posted'
  from unnest(fresh_nos, fresh_ids) as f (no, id) join ledger_entry e on e.id = f.id;
  if cardinality(fresh_nos) = cardinality(refs) then
    return;
  end if;

  return query
  with rest as materialized (
    select a.no::integer as no, a.day, e.id, e.effective_on, e.belongs_on
    from unnest(reasons, refs, days) with ordinality as a (reason, ref, day, no)
    left join ledger_entry e on e.ref = a.ref and e.reason = a.reason
    where not exists (select from unnest(fresh_nos) as f (no) where f.no = a.no)
  ), differing as (
    select distinct both_sides.no from (
      select r.no, l.code, l.loan_no, l.amount from rest r join ledger_line l on l.entry_id = r.id
      union all
      select r.no, l.code, case when l.loan_id is null then 0 else s.no end, -l.amount
      from rest r join unnest(line_of, codes, loans, amounts) as l (no, code, loan_id, amount) on l.no = r.no
      left join ledger_loan s on s.loan_id = l.loan_id
    ) both_sides
    group by both_sides.no, both_sides.code, both_sides.loan_no having sum(both_sides.amount) <> 0
  )
  select r.no, r.id, r.effective_on, r.belongs_on,
    case
      when r.id is null then 'closed'
      when d.no is not null or coalesce(r.belongs_on, r.effective_on) <> r.day then 'different'
      else 'repeated'
    end
  from rest r left join differing d on d.no = r.no;
end $function$
;

create function ledger_posted(entry_no integer, entry_id bigint, outcome text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if outcome in ('posted', 'repeated') then
    return true;
  end if;
  raise exception 'entry % was %', entry_no, outcome
    using errcode = case outcome when 'different' then 'LG005' else 'LG006' end, detail = entry_no || ' ' || coalesce(entry_id, 0);
end $function$
;

create function ledger_refuse_line(line ledger_line)
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
declare
  closed date;
begin
  select max(through) into closed from ledger_close;
  if line.effective_on <= closed then
    raise exception 'entry % is dated %, but the books are closed through %', line.entry_id, line.effective_on, closed
      using errcode = 'LG003';
  end if;
  raise exception 'a line on account % (loan %) does not fit entry % or the chart',
    line.code, line.loan_no, line.entry_id using errcode = 'LG002';
end $function$
;

create function ledger_says(of_entry bigint, on_day date, codes smallint[], loans uuid[], amounts bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(e.belongs_on, e.effective_on) = on_day and not exists (
    select from (
      select l.code, l.loan_no, l.amount from ledger_line l where l.entry_id = of_entry
      union all
      select a.code, case when a.loan_id is null then 0 else s.no end, -a.amount
      from unnest(codes, loans, amounts) as a (code, loan_id, amount) left join ledger_loan s on s.loan_id = a.loan_id
    ) both_sides
    group by code, loan_no having sum(amount) <> 0
  )
  from ledger_entry e where e.id = of_entry
$function$
;

create function ledger_seal_next(most integer)
 RETURNS ledger_seal
 LANGUAGE plpgsql
AS $function$
declare
  head ledger_seal;
  made ledger_seal;
  content bytea;
  era bigint;
  next_era bigint;
begin
  perform pg_advisory_xact_lock(hashtext('ledger_seal'));
  select s.* into head from ledger_seal s order by s.position desc limit 1;
  select max(first_entry_id) into era from ledger_era where first_entry_id <= coalesce(head.entry_id, 0);
  loop
    select min(first_entry_id) into next_era from ledger_era where first_entry_id > era;
    with run as (
      select h.* from ledger_entry_hashed h
      where h.id >= era and (h.id < next_era or next_era is null and h.written_by < pg_snapshot_xmin(pg_current_snapshot()))
        and (head.entry_id is null or head.entry_id < era
          or h.written_by >= head.written_by and (h.written_by, h.id) > (head.written_by, head.entry_id))
      order by h.written_by, h.id
      limit most
    )
    select count(*), string_agg(run.hash, ''::bytea order by run.written_by, run.id),
      (array_agg(run.written_by order by run.written_by desc, run.id desc))[1],
      (array_agg(run.id order by run.written_by desc, run.id desc))[1]
      into made.entries, content, made.written_by, made.entry_id
    from run;
    exit when made.entries > 0;
    if next_era is null then
      return null;
    end if;
    era := next_era;
  end loop;
  made.position := coalesce(head.position, 0) + 1;
  made.hash := sha256(coalesce(head.hash, ''::bytea) || content);
  insert into ledger_seal select made.*;
  return made;
end $function$
;

create function ledger_settle_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
declare
  overdrawn bigint;
begin
  with moved as (
    insert into ledger_balance as b (loan_no, code, stripe, balance)
    select n.loan_no, n.code,
      case
        when (e.written_by = pg_current_xact_id() and e.effective_on = n.effective_on
              and n.position between 1 and e.line_count and n.amount <> 0) is not true
          or (not c.is_closed and (c.per_loan = 'maybe' or (c.per_loan = 'always') = (n.loan_no <> 0))) is not true
          or n.effective_on <= (select max(through) from ledger_close)
          then ledger_refuse_line(n)
        when n.loan_no <> 0 or n.code = 2030 then 0::smallint
        else (pg_backend_pid() & 15)::smallint
      end as stripe,
      sum(n.amount)
    from new_line n
    left join ledger_entry e on e.id = n.entry_id
      and e.id between (select min(entry_id) from new_line) and (select max(entry_id) from new_line)
    left join ledger_chart c on c.code = n.code
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance
    returning b.code, b.balance
  )
  select m.balance into overdrawn from moved m where m.code = 2030 and m.balance > 0;
  if found then
    raise exception 'suspense would pay out % kobo more than it holds', overdrawn using errcode = 'LG004';
  end if;
  return null;
end $function$
;

create function loan_on(day date)
 RETURNS TABLE(id uuid, number text, customer_id uuid, request_id uuid, product_id uuid, product_version integer, principal bigint, tenor integer, terms jsonb, status text, frozen text, approved_on date, approved_at timestamp with time zone, officer_code text, settles uuid[], disbursed_on date, instalment bigint, owed_principal bigint, owed_interest bigint, owed_fee bigint, owed_penalty bigint, owed_total bigint, credit bigint, last_receipt_on date, last_deduction_on date, last_due_on date, booked_through date, next_change_on date, payroll_customer_id uuid, unpaid_on date, oldest_unpaid_on date, days_past_due integer, arrears bigint, late_on date[], late_owed bigint[], next_due_on date, next_due_amount bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select l.id, l.number, l.customer_id, l.request_id, l.product_id, l.product_version, l.principal, l.tenor,
    l.terms, l.status, l.frozen, l.approved_on, l.approved_at, l.officer_code, l.settles, l.disbursed_on,
    l.instalment, l.owed_principal, l.owed_interest, l.owed_fee, l.owed_penalty, l.owed_total,
    l.credit, l.last_receipt_on, l.last_deduction_on, l.last_due_on, l.booked_through, l.next_change_on,
    l.payroll_customer_id, l.unpaid_on,
    case when l.unpaid_on < $1 then l.unpaid_on end,
    case when l.unpaid_on < $1 then $1 - l.unpaid_on else 0 end,
    l.arrears + coalesce(l.coming_sum[passed], 0),
    case when passed > 0 then coalesce(l.late_on, '{}') || l.coming_on[:passed] else l.late_on end,
    case when passed > 0 then coalesce(l.late_owed, '{}') || array(
      select l.coming_sum[n] - coalesce(l.coming_sum[n - 1], 0) from generate_series(1, passed) n) else l.late_owed end,
    case when passed > 0 then l.coming_on[passed + 1] else l.next_due_on end,
    case when passed > 0 then l.coming_sum[passed + 1] - l.coming_sum[passed] else l.next_due_amount end
  from loan l, lateral (select width_bucket($1 - 1, l.coming_on) as passed) p
$function$
;

create function loan_projection_ends()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  update loan_projection p set holds_until = '-infinity'
  from (select distinct loan_id from new_event) e where p.loan_id = e.loan_id and p.holds_until > '-infinity';
  return null;
end $function$
;

create function message_template_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' or old.approved_at is not null then
      raise exception 'a template version that was approved stays';
    end if;
    return old;
  end if;
  if old.status <> 'draft' and (new.body <> old.body or new.status = 'draft') then
    raise exception 'an approved template version never changes';
  end if;
  return new;
end $function$
;

create function office_advised(of_source text, at_moment timestamp with time zone)
 RETURNS TABLE(advice_id uuid, receipt_id uuid, month date, batches uuid[], staff_key text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with given as (
    select a.receipt_id, b.period as month, sum(a.amount + a.charge) as amount, array_agg(distinct a.batch_id) as batches
    from office_allocation a join repayment_batch b on b.intake_id = a.batch_id
    where b.source = of_source and a.at <= at_moment and (a.undone_at is null or a.undone_at > at_moment)
    group by a.receipt_id, b.period)
  select v.id, v.receipt_id, g.month, g.batches, l.staff_key, l.amount
  from reconciliation_advice v join given g on g.receipt_id = v.receipt_id and g.month = any (v.months)
  join reconciliation_advice_line l on l.advice_id = v.id and l.month = g.month
  where v.source = of_source and v.attached_at <= at_moment and (v.ended_at is null or v.ended_at > at_moment)
    and g.amount = (select sum(s.amount) from reconciliation_advice_line s where s.advice_id = v.id and s.month = g.month)
$function$
;

create function payment_key(channel text, reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (channel = ANY (ARRAY['bank transfer'::text, 'cheque'::text, 'direct debit'::text, 'card'::text])) THEN reference_key(reference) WHEN (channel = 'payroll deduction'::text) THEN upper(regexp_replace(reference, '[^0-9A-Za-z.]'::text, ''::text, 'g'::text)) WHEN (channel = ANY (ARRAY['cash'::text, 'pay-out'::text])) THEN ((channel || ' '::text) || reference_key(reference)) ELSE ((channel || ' '::text) || reference) END
;

create function reconciliation_difference(verdict text, expected bigint, instructed bigint, deducted bigint, remitted bigint, posted bigint, state text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case verdict
    when 'notInstructed' then expected
    when 'refusedByOffice' then instructed
    when 'instructedNotDeducted' then instructed
    when 'short' then greatest(case when state = 'unused' then expected else instructed end - deducted, deducted - posted)
    when 'over' then greatest(case when deducted = 0 then 0 else deducted - case when state = 'unused' then expected else instructed end end,
      posted - deducted, remitted - deducted)
    when 'deductedAfterStop' then deducted
    when 'deductedNotInstructed' then deducted
    when 'deductedNotRemitted' then deducted - remitted
    when 'remittedNotInFile' then remitted
    else 0 end
$function$
;

create function reconciliation_verdict(expected bigint, instructed bigint, deducted bigint, remitted bigint, posted bigint, state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when deducted = 0 and remitted <> 0 then 'remittedNotInFile'
    when deducted = 0 and posted <> 0 then 'over'
    when deducted = 0 and state = 'refused' then 'refusedByOffice'
    when deducted = 0 and state = 'instructed' and instructed > 0 then 'instructedNotDeducted'
    when deducted = 0 and expected > 0 then 'notInstructed'
    when deducted = 0 then 'agrees'
    when state = 'stopped' then 'deductedAfterStop'
    when state = 'none' or case when state = 'unused' then expected else instructed end = 0 then 'deductedNotInstructed'
    when deducted < case when state = 'unused' then expected else instructed end or posted < deducted then 'short'
    when deducted > case when state = 'unused' then expected else instructed end or posted > deducted or remitted > deducted then 'over'
    when remitted < deducted then 'deductedNotRemitted'
    else 'agrees' end
$function$
;

create function reference_key(reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(NULLIF(upper(regexp_replace(reference, '[^0-9A-Za-z]'::text, ''::text, 'g'::text)), ''::text), reference)
;

create function refund_credit(held loan)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((held).status = ANY (ARRAY['overpaid'::text, 'written off'::text])) THEN (held).credit ELSE (0)::bigint END
;

create function refund_keep_up(held loan)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare free bigint;
begin
  -- a payment that was reversed is owed again
  update refund_case c set status = 'returned', since = held.booked_through, note = 'The payment was reversed'
  where c.loan_id = held.id and c.status = 'paid' and exists (
    select 1 from loan_event e where e.loan_id = held.id and e.type = 'reversal' and e.event->>'of' = c.payout_id::text);
  free := refund_credit(held) - (
    select coalesce(sum(amount), 0) from refund_case
    where loan_id = held.id and status in ('proposed', 'approved', 'paying', 'returned', 'unclaimed'));
  if free < 0 then
    update refund_case set status = 'ended', since = held.booked_through, note = 'The credit is less than the case'
    where loan_id = held.id and status in ('proposed', 'approved', 'returned', 'unclaimed');
    free := refund_credit(held) - (
      select coalesce(sum(amount), 0) from refund_case where loan_id = held.id and status = 'paying');
  end if;
  if free > 0 then
    insert into refund_case (loan_id, amount, status, detected_on, since)
    values (held.id, free, 'detected', held.booked_through, held.booked_through)
    on conflict (loan_id) where status = 'detected' do update set amount = excluded.amount;
  else
    update refund_case set status = 'ended', since = held.booked_through, note = 'The credit was used or reversed'
    where loan_id = held.id and status = 'detected';
  end if;
end
$function$
;

create function refund_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare held loan;
begin
  update refund_case c set
    status = case when new.status in ('open', 'posting', 'claimed') then 'paying' when new.status = 'failed' then 'returned'
      when new.status = 'cancelled' then 'approved' when new.status = 'lost' then 'ended' else new.status end,
    since = coalesce(new.bank_on, b.value_on), payout_id = new.payout_id, note = new.reason,
    returned_bank_code = case when new.status = 'failed' then new.bank_code else c.returned_bank_code end,
    returned_account = case when new.status = 'failed' then right(new.account_number, 4) else c.returned_account end
  from payout_batch b where c.id = new.refund_id and b.id = new.batch_id and new.status <> 'returned'
    and (c.payout_id = new.payout_id and c.status in ('paying', 'returned', 'approved', 'proposed', 'unclaimed')
      or c.payout_id is distinct from new.payout_id and new.status in ('open', 'posting')
        and c.status in ('proposed', 'approved', 'returned', 'unclaimed'));
  if new.status = 'returned' then
    update refund_case set returned_bank_code = new.bank_code, returned_account = right(new.account_number, 4)
    where id = new.refund_id and payout_id = new.payout_id;
  end if;
  -- of one that failed or was cancelled, the credit may have changed in the meantime
  if new.status in ('failed', 'cancelled', 'lost') then
    select * into held from loan where id = new.loan_id;
    perform refund_keep_up(held);
  end if;
  return null;
end
$function$
;

create function refund_of_loan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refund_keep_up(new);
  return null;
end
$function$
;

create function refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

create function request_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'request_version' then
    if new.application ->> 'surname' = 'Erased' and new.request_id = old.request_id and new.version = old.version
      and new.by_id is not distinct from old.by_id and new.at = old.at then
      return new;
    end if;
    if to_jsonb(new) - 'application' = to_jsonb(old) - 'application'
      and new.application - 'bvn' - 'nin' = old.application - 'bvn' - 'nin'
      and exists (select from key_check where next is not null) then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.note = 'Erased' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
      return new;
    end if;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $function$
;

create function store_one_index()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.bvn_index := stored_bvn_index(new.bvn_index);
  if tg_table_name <> 'staff' then
    new.nin_index := stored_nin_index(new.nin_index);
  end if;
  return new;
end $function$
;

create function stored_bvn_index(given bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when length(given) = 32 then given
    when exists (select from customer where bvn_index = substring(given from 33))
      or exists (select from loan_request where bvn_index = substring(given from 33))
      or exists (select from staff where bvn_index = substring(given from 33)) then substring(given from 33)
    else substring(given for 32) end
$function$
;

create function stored_nin_index(given bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when length(given) = 32 then given
    when exists (select from customer where nin_index = substring(given from 33))
      or exists (select from loan_request where nin_index = substring(given from 33)) then substring(given from 33)
    else substring(given for 32) end
$function$
;

create function tell_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('iroko_changed', tg_argv[0]);
  return null;
end $function$
;

create function tie_customer_to_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into staff_customer (staff_id, customer_id, known_by)
    select s.id, new.id, 'phone' from staff s where s.phone = new.phone
    union all select s.id, new.id, 'email' from staff s where new.email <> '' and s.email = lower(new.email)
    union all select s.id, new.id, 'bvn' from staff s where s.bvn_index = new.bvn_index
    union all select t.staff_id, new.merged_into, 'merge' from staff_customer t
      where t.customer_id = new.id and new.merged_into is not null
    on conflict do nothing;
  return null;
end $function$
;

create function tie_staff_to_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into staff_customer (staff_id, customer_id, known_by)
    select new.id, c.id, 'phone' from customer c where c.phone = new.phone
    union all select new.id, c.id, 'email' from customer c where c.email <> '' and lower(c.email) = new.email
    union all select new.id, c.id, 'bvn' from customer c where c.bvn_index = new.bvn_index
    on conflict do nothing;
  return null;
end $function$
;
