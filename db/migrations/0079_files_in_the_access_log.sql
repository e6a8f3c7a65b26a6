-- The journal of a period and the borrowers of a month leave the house as files: both are in the access log.
drop index audit_entry_look;
create or replace function audit_is_look(action text, subject_type text) returns boolean language sql immutable parallel safe return
  subject_type in ('export', 'search') or action like '%Reveal' or action like '%Export'
  or action in ('documentOpen', 'loanPaper', 'payrollLookup', 'payrollChanges', 'intakeGet', 'intakeRefusals', 'intakeRefusalFile',
    'instructionFile', 'instructionLetter', 'journalFile', 'borrowerFile');
create index audit_entry_look on audit_entry (id desc, at) where audit_is_look(action, subject_type) and outcome = 'done';
