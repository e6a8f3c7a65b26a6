import { createHash } from 'node:crypto'
import type { CheckName } from '../../../contract/requests.ts'
import { isIdentifier, type Json, recordText } from '../../../contract/trail.ts'
import type { Tx } from '../../kernel/db.ts'
import type { ApprovalRow } from '../approvals/approvals.ts'
import { LISTED_MAX, loansBehind, overriddenInBatch } from './evidence.sql.ts'

/** What an approver must have read: overridden checks and warnings, and the related records. */

const FAILED: Record<CheckName, string> = {
  payrollFound: 'Not found on the payroll',
  nameMatch: 'Name differs from the payroll',
  employmentActive: 'Employment not active',
  affordable: 'Instalment above the limit',
  retiresLater: 'Retires before the last instalment',
  salaryAccount: 'Not the salary account',
  customerFile: 'Differs from the customer record',
  noLiveLoan: 'Active loan above the rule',
  noDuplicate: 'Identity used by another customer',
  notFromStaff: 'Sent by a user, not by the applicant',
  standing: 'Customer is restricted',
  consent: 'No consent',
  documents: 'Required documents missing',
}

/** Fields of an item that warn the approver. */
const WARNINGS = ['sentBefore', 'beAware', 'nameDiffers', 'withoutName', 'warning']

export type Warning = { id: string; text: string }

export async function warningsOf(
  tx: Tx,
  { command, subject_id, after, status }: Pick<ApprovalRow, 'command' | 'subject_id' | 'after' | 'status'>,
): Promise<Warning[]> {
  if (status !== 'waiting') return []
  return (await warningTexts(tx, { command, subject_id, after })).map(text => ({ id: idOf(text), text }))
}

/** Another text is another warning, which was not confirmed yet. */
const idOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

async function warningTexts(
  tx: Tx,
  { command, subject_id, after }: Pick<ApprovalRow, 'command' | 'subject_id' | 'after'>,
): Promise<string[]> {
  const fields = (typeof after === 'object' && after !== null ? after : {}) as Record<string, unknown>
  const said = WARNINGS.flatMap(name => [fields[name]].flat()).filter(text => typeof text === 'string')
  if (command !== 'payoutBatchApprove') return said
  const overridden = await overriddenInBatch(tx, subject_id)
  return [
    ...overridden
      .slice(0, LISTED_MAX)
      .map(
        ({ loan_number, check_name, by_name, note }) =>
          `${loan_number}: ${FAILED[check_name]}. Overridden by ${by_name}: ${note}`,
      ),
    ...(overridden.length > LISTED_MAX ? ['More overridden checks are on the requests of the loans.'] : []),
    ...said,
  ]
}

type Link = { title: string; subjectType: string; subjectId: string }

export async function evidenceOf(
  tx: Tx,
  { command, subject_type, subject_id, input }: ApprovalRow,
): Promise<Link[]> {
  const named = input as { loanId?: Json; use?: { loanId?: Json } } | null
  const loanIds = [subject_type === 'loan' ? subject_id : undefined, named?.loanId, named?.use?.loanId]
  const loans = await loansBehind(tx, {
    loanIds: loanIds.filter(isIdentifier),
    batchId: command === 'payoutBatchApprove' ? subject_id : null,
  })
  const [only] = loans
  const own = { title: recordText(subject_type), subjectType: subject_type, subjectId: subject_id }
  return [
    ...(subject_type === 'loan' ? [] : [own]),
    ...loans.map(loan => ({ title: `Loan ${loan.number}`, subjectType: 'loan', subjectId: loan.id })),
    ...(only && loans.length === 1
      ? [{ title: only.customer_name, subjectType: 'customer', subjectId: only.customer_id }]
      : []),
  ]
}
