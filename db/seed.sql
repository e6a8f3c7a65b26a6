-- What a new lender starts with. The migrator runs this file after the migrations, at every start: a row that exists is left as
-- it is, whatever the lender has changed in it. A text or a product that is changed here reaches new lenders only.

-- ── The rows of tables with one row, or one row per fixed key ─────────────────────────────────────────────────────────

insert into sign_in_rule default values on conflict do nothing;
insert into dashboard_refresh default values on conflict do nothing;
insert into request_count (stage) values ('reviewer'), ('authorizer'), ('approved'), ('rejected'), ('withdrawn')
on conflict do nothing;

-- ── The chart of accounts ─────────────────────────────────────────────────────────────────────────────────────────────

insert into ledger_chart (code, name, title, kind, per_loan) values
  (1010, 'bank',                    'Bank',                                          'asset',     'never'),
  (1020, 'payrollOfficeReceivable', 'Payroll office: deducted, not yet remitted',    'asset',     'maybe'),
  (1030, 'collectionsReceivable',   'Collections: received by the processor, not yet settled', 'asset', 'maybe'),
  (1100, 'loanPrincipal',           'Loan principal',                                'asset',     'always'),
  (1110, 'interestReceivable',      'Interest receivable',                           'asset',     'always'),
  (1120, 'feeReceivable',           'Fees receivable',                               'asset',     'always'),
  (1130, 'penaltyReceivable',       'Penalties receivable',                          'asset',     'always'),
  (1140, 'accruedInterest',         'Interest accrued, not due',                     'asset',     'never'),
  (1150, 'interestInSuspense',      'Interest in suspense',                          'asset',     'never'),
  (1190, 'provision',               'Provision for loan losses',                     'asset',     'maybe'),
  (2010, 'disbursementClearing',    'Disbursement clearing: paid by the bank, claimed back', 'liability', 'maybe'),
  (2020, 'remittanceClearing',      'Remittance clearing: received, not yet matched', 'liability', 'never'),
  (2030, 'suspense',                'Suspense: received, owner unknown',             'liability', 'never'),
  (2040, 'customerCredit',          'Customer credit: paid beyond what is due',      'liability', 'always'),
  (2050, 'refundsPayable',          'Refunds payable',                               'liability', 'maybe'),
  (2060, 'premiumsPayable',         'Premiums payable to the insurer',               'liability', 'never'),
  (2070, 'vatPayable',              'VAT payable',                                   'liability', 'never'),
  (3010, 'openingBalances',         'Opening balances',                              'equity',    'maybe'),
  (3020, 'retainedEarnings',        'Retained earnings',                             'equity',    'never'),
  (4010, 'interestIncome',          'Interest income',                               'income',    'never'),
  (4020, 'feeIncome',               'Fee income',                                    'income',    'never'),
  (4030, 'penaltyIncome',           'Penalty income',                                'income',    'never'),
  (4040, 'recoveryIncome',          'Recovery of loans written off',                 'income',    'never'),
  (5010, 'writeOffExpense',         'Loans written off',                             'expense',   'never'),
  (5020, 'provisionExpense',        'Provision expense',                             'expense',   'never'),
  (5030, 'waivers',                 'Principal, interest, fees and penalties waived', 'expense',  'never'),
  (5040, 'payrollCharges',          'Charges of payroll offices',                    'expense',   'never'),
  (5050, 'officeDebtWrittenDown',   'Deductions that payroll offices do not remit',  'expense',   'never')
on conflict do nothing;

do $$ begin
  -- a test sets up the schema of an earlier release
  if to_regclass('ledger_bank_account') is not null then
    insert into ledger_bank_account (code, type, account_name) values (1010, 'bank', 'Bank') on conflict do nothing;
  end if;
end $$;

-- ── Frequencies and products: a new lender can lend on the first day; both products are meant to be changed ───────────

insert into frequency (code, name, rhythm, anchor_day, first_due) values
  ('monthly', 'Monthly, on pay day', 'monthly', 25, 'payroll'),
  ('weekly', 'Weekly', 'weekly', null, 'one-period'),
  ('two-weekly', 'Every two weeks', 'two-weekly', null, 'one-period'),
  ('quarterly', 'Quarterly', 'quarterly', 25, 'payroll'),
  ('one-payment', 'One payment at the end', 'one-payment', 25, 'one-period')
on conflict do nothing;

with seed (id, code, name, description, terms) as (values
  ('8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01', 'PSL', 'Public Servant Loan',
   'For staff on a federal or state payroll, repaid by monthly deduction from pay.',
   '{"interest": "flat", "repayment": "equal-instalments", "ratePpm": 40000, "ratePer": "month", "accrual": "nominal",
     "frequency": {"code": "monthly", "name": "Monthly, on pay day", "rhythm": "monthly", "anchorDay": 25, "firstDue": "payroll"},
     "leastAmount": "5000000", "mostAmount": "300000000", "leastTenor": 3, "mostTenor": 24,
     "fees": [{"name": "Processing fee", "collected": "deducted", "flat": null, "sharePpm": 20000},
              {"name": "Credit life insurance", "collected": "deducted", "flat": null, "sharePpm": 10000, "goesTo": "insurer"}],
     "penalty": {"sharePpm": 10000, "each": "once", "of": "overdue-principal-and-interest", "graceDays": 14, "capPpm": 50000},
     "moratorium": {"principalRows": 0, "interestRows": 0, "interestIs": "deferred"},
     "allocation": {"order": ["penalty", "fee", "interest", "principal"], "beyondDue": "pay-ahead"},
     "roundingUnit": "1", "rounding": "half-up", "prepayment": "in-advance", "shareOfPayPpm": 333300, "cutOffDay": 10}'),
  ('8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02', 'SAL-ADV', 'Salary Advance',
   'A small sum until the next pay days, on the reducing balance.',
   '{"interest": "reducing", "repayment": "equal-instalments", "ratePpm": 50000, "ratePer": "month", "accrual": "nominal",
     "frequency": {"code": "monthly", "name": "Monthly, on pay day", "rhythm": "monthly", "anchorDay": 25, "firstDue": "payroll"},
     "leastAmount": "1000000", "mostAmount": "20000000", "leastTenor": 1, "mostTenor": 3,
     "fees": [{"name": "Processing fee", "collected": "deducted", "flat": "100000", "sharePpm": 0}],
     "penalty": null,
     "moratorium": {"principalRows": 0, "interestRows": 0, "interestIs": "deferred"},
     "allocation": {"order": ["penalty", "fee", "interest", "principal"], "beyondDue": "pay-ahead"},
     "roundingUnit": "100", "rounding": "half-up", "prepayment": "in-advance", "shareOfPayPpm": 333300, "cutOffDay": 10}')
), made as (
  insert into product (id, code) select id::uuid, code from seed
  on conflict do nothing
  returning id
)
insert into product_version (product_id, version, name, description, terms, effective_on, changed_at)
select made.id, 1, seed.name, seed.description, seed.terms::jsonb, '2026-01-01', '2026-01-01T00:00:00Z'
from made join seed on seed.id::uuid = made.id;

-- ── Messages: the gateways, and one approved template for every event ─────────────────────────────────────────────────

insert into message_gateway (gateway, base_url) values
  ('outbox', ''),
  ('termii', 'https://api.ng.termii.com'),
  ('africasTalking', 'https://api.africastalking.com')
on conflict do nothing;

with seed (n, event, purpose, name, body) as (values
  (1, 'phoneCode', 'code', 'Loan request code',
    '{{company}}: your loan request code is {{code}}. It expires in {{minutes}} minutes. Do not share it with anyone.'),
  (2, 'requestReceived', 'request', 'Request received',
    '{{company}}: Dear {{firstName}}, we have received your loan request {{reference}}. Keep this reference to check its status.'),
  (3, 'requestReturned', 'request', 'Documents requested',
    '{{company}}: please upload {{note}} for loan request {{reference}} under "Already applied?" on our page.'),
  (4, 'requestRejected', 'request', 'Request rejected',
    '{{company}}: we are unable to approve your loan request {{reference}} at this time. For more information, call {{companyPhone}}.'),
  (5, 'requestApproved', 'request', 'Request approved',
    '{{company}}: loan request {{reference}} is approved (loan {{loanNumber}}). You will receive {{amount}} in your account ending {{accountEnding}}.'),
  (6, 'loanDisbursed', 'receipt', 'Loan disbursed',
    '{{company}}: {{amount}} was paid to your account for loan {{loanNumber}}. First salary deduction: {{firstDueOn}}.'),
  (7, 'receiptExact', 'receipt', 'Repayment received',
    '{{company}}: we received {{amount}} for loan {{loanNumber}} on {{paidOn}}. Outstanding balance: {{balance}}. Thank you.'),
  (8, 'receiptShort', 'receipt', 'Repayment received (less than due)',
    '{{company}}: we received {{amount}} for loan {{loanNumber}} on {{paidOn}}. This is {{shortBy}} less than due. Outstanding balance: {{balance}}.'),
  (9, 'receiptOver', 'receipt', 'Repayment received (more than due)',
    '{{company}}: we received {{amount}} for loan {{loanNumber}} on {{paidOn}}. Outstanding balance: {{balance}}. Credit balance: {{credit}}.'),
  (10, 'loanCompleted', 'receipt', 'Loan fully repaid',
    '{{company}}: we received {{amount}}. Loan {{loanNumber}} is fully repaid. Call {{companyPhone}} for your clearance letter. Thank you.'),
  (11, 'refundDue', 'receipt', 'Loan fully repaid, refund due',
    '{{company}}: we received {{amount}}. Loan {{loanNumber}} is fully repaid. You have overpaid {{credit}}. We will refund it to your bank account.'),
  (12, 'settlementQuoted', 'receipt', 'Settlement quote',
    '{{company}}: pay {{amount}} by {{validUntil}} to settle loan {{loanNumber}} in full. Each later day adds about {{perDay}}. Quote valid until {{expiresOn}}.'),
  (13, 'reminderDue', 'reminder', 'Payment reminder',
    '{{company}}: Dear {{firstName}}, {{dueAmount}} on loan {{loanNumber}} is due on {{dueOn}} by salary deduction. Thank you.'),
  (14, 'reminderOverdue', 'recovery', 'Overdue reminder',
    '{{company}}: loan {{loanNumber}} is {{timePastDue}} past due ({{arrears}}). Please pay or call {{companyPhone}}. If it was deducted, send us your payslip.'),
  (15, 'loanToppedUp', 'receipt', 'Top-up disbursed',
    '{{company}}: {{amount}} was paid to your account for loan {{loanNumber}}. {{settled}} First salary deduction: {{firstDueOn}}.'),
  (16, 'refundSent', 'receipt', 'Refund paid',
    '{{company}}: we refunded {{amount}} of loan {{loanNumber}} to your account ending {{accountEnding}} on {{paidOn}}. Thank you.'),
  (17, 'refundReturned', 'receipt', 'Refund returned',
    '{{company}}: your bank returned the refund of {{amount}} for loan {{loanNumber}}. Please call {{companyPhone}} to update your account.'),
  (18, 'instalmentsMoved', 'reminder', 'Instalments moved back',
    '{{company}}: no salary deduction in {{months}}. Instalments of loan {{loanNumber}} move back. The next is due on {{dueOn}}.'),
  (19, 'instalmentsExcused', 'reminder', 'Instalments collected at the end',
    '{{company}}: no salary deduction in {{months}}. For loan {{loanNumber}} it follows after the last instalment. Questions? Call {{companyPhone}}.'),
  (20, 'payDayMoved', 'reminder', 'Pay day moved',
    '{{company}}: salaries of {{months}} are expected on {{payDay}}. The deduction for loan {{loanNumber}} is expected then. Thank you.')
), made as (
  insert into message_template (id, name, purpose, event, made_at)
  select ('00000000-0000-4000-8000-0000000051' || lpad(n::text, 2, '0'))::uuid, name, purpose, event, now() from seed
  on conflict do nothing
  returning id, event
)
insert into message_template_version (template_id, version, body, status, made_by_name, made_at, approved_by_name, approved_at)
select made.id, 1, seed.body, 'approved', 'Iroko', now(), 'Iroko', now() from made join seed using (event);

-- a database restored from a dump into another cluster
do $$ begin
  -- a test sets up the schema of an earlier release
  if to_regprocedure('ledger_begin_era()') is not null then
    perform ledger_begin_era();
  end if;
end $$;
