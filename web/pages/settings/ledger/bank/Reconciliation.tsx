import { useState } from 'react'
import type { z } from 'zod/mini'
import { bankStatementApi, bankStatementExportApi } from '../../../../../contract/bankStatements.ts'
import { countOf } from '../../../../../engine/countText.ts'
import { formatNaira, type Kobo, kobo } from '../../../../../engine/money.ts'
import { useApi } from '../../../../api.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { ExportMenu } from '../../../../parts/ExportMenu.tsx'
import { fetchFile } from '../../../../parts/fetchFile.ts'
import { dayText } from '../../../../parts/figures.ts'
import { DayFilter } from '../../../../parts/ListFilters.tsx'
import { LoadError } from '../../../../parts/LoadError.tsx'
import { PendingApprovalNotice } from '../../../../parts/lazyParts.tsx'
import { todayInLagos } from '../../../../parts/today.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Input } from '../../../../ui/Input.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { Table } from '../../../../ui/Table.tsx'
import { MOVEMENT_COLUMNS } from './MatchDialog.tsx'

type Made = z.output<typeof bankStatementApi.bankReconciliationGet.reply>
type Props = {
  code: number
  asOf: string | undefined
  whyNot: string | undefined
  onAsOf: (day: string) => void
}

/** The balance of the ledger, what lies between, and the balance of the bank at the end of a day. */
export function Reconciliation({ code, asOf, whyNot, onAsOf }: Props) {
  const made = useApi(bankStatementApi.bankReconciliationGet, { code, ...(asOf ? { asOf } : {}) })
  const [isSubmitting, setSubmitting] = useState(false)
  const found = made.data
  if (!found) return made.error ? <LoadError of={made} /> : <Skeleton className="h-96 w-full rounded-xl" />
  if (found.firstDay === null)
    return (
      <Card>
        <EmptyState title="No statement yet">
          Upload the first statement of this account. Its lines are matched with the ledger.
        </EmptyState>
      </Card>
    )
  const save = (format: 'csv' | 'xlsx' | 'pdf') =>
    fetchFile(bankStatementExportApi.bankReconciliationExport, { code, asOf: found.asOf, format })
  const submitReason = found.pendingApprovalId ? 'It is pending approval already.' : whyNot
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DayFilter label="At the end of" value={asOf ?? found.asOf} onChange={onAsOf} />
        <div className="flex flex-wrap items-end gap-3">
          <Button onClick={() => void save('pdf')}>PDF</Button>
          <ExportMenu label="Export bank reconciliation" save={save} />
          <Button look="primary" disabledReason={submitReason} onClick={() => setSubmitting(true)}>
            Submit reconciliation
          </Button>
        </div>
      </div>
      {found.pendingApprovalId && <PendingApprovalNotice approvalId={found.pendingApprovalId} />}
      <Equation of={found} />
      {found.reversed.length > 0 && (
        <Notice tone="caution" title="Matched entries were reversed">
          <ul className="list-disc pl-5">
            {found.reversed.map(({ entryId, reversalId, on, amount }) => (
              <li key={reversalId}>
                Entry {entryId} of {formatNaira(amount)} is on a statement and was reversed on {dayText(on)}{' '}
                by entry {reversalId}. Remove the match, or wait for the statement line of the reversal.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Items of={found} />
      {isSubmitting && <SubmitDialog of={found} onClose={() => setSubmitting(false)} />}
    </div>
  )
}

function Equation({ of: made }: { of: Made }) {
  const rows: { title: string; amount: Kobo; isTotal?: boolean }[] = [
    {
      title: `Ledger balance of ${made.accountCode} ${made.title}`,
      amount: made.ledgerBalance,
      isTotal: true,
    },
    ...(made.beforeFirstStatement === 0n
      ? []
      : [
          {
            title: `Difference before the first statement, ${dayText(made.firstDay ?? made.asOf)}`,
            amount: made.beforeFirstStatement,
          },
        ]),
    {
      title: `Less: ${countOf(made.receiptsOutstanding.count, 'receipt')} not on the statement`,
      amount: kobo(-made.receiptsOutstanding.total),
    },
    {
      title: `Add: ${countOf(made.paymentsOutstanding.count, 'payment')} not on the statement`,
      amount: kobo(-made.paymentsOutstanding.total),
    },
    {
      title: `${countOf(made.notInLedger.count, 'statement line')} not in the ledger`,
      amount: made.notInLedger.total,
    },
    { title: 'Statement balance', amount: made.statementBalance, isTotal: true },
  ]
  return (
    <Card flush label="Bank reconciliation">
      <table className="w-full">
        <caption className="border-b border-line px-5 py-4 text-left text-[0.9375rem] font-semibold">
          Reconciliation at the end of {dayText(made.asOf)}{' '}
          {made.reconciledThrough ? (
            <Badge tone="positive">Reconciled through {dayText(made.reconciledThrough)}</Badge>
          ) : (
            <Badge>Not reconciled yet</Badge>
          )}
        </caption>
        <tbody>
          {rows.map(({ title, amount, isTotal }) => (
            <tr key={title} className={isTotal ? 'border-b border-line font-semibold last:border-0' : ''}>
              <th
                scope="row"
                className={`px-5 py-2.5 text-left ${isTotal ? 'font-semibold' : 'font-normal'}`}
              >
                {title}
              </th>
              <td className="px-5 py-2.5 text-right whitespace-nowrap tabular-nums">{formatNaira(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {made.statementThrough !== null && made.asOf > made.statementThrough && (
        <p className="border-t border-line px-5 py-3 text-muted">
          Statements are uploaded through {dayText(made.statementThrough)}.
        </p>
      )}
    </Card>
  )
}

const SHOWN = 100

function Items({ of: made }: { of: Made }) {
  return (
    <>
      {made.outstanding.length > 0 && (
        <Card flush label="Not on the statement">
          <h3 className="border-b border-line px-5 py-4 text-[0.9375rem] font-semibold">
            Not on the statement
          </h3>
          <Table
            caption="Ledger entries that are not on the statement, oldest first"
            rows={made.outstanding.slice(0, SHOWN)}
            rowKey={row => row.entryId}
            columns={MOVEMENT_COLUMNS}
            empty={null}
          />
        </Card>
      )}
      {made.unmatched.length > 0 && (
        <Card flush label="Not in the ledger">
          <h3 className="border-b border-line px-5 py-4 text-[0.9375rem] font-semibold">Not in the ledger</h3>
          <Table
            caption="Statement lines that are not in the ledger, oldest first"
            rows={made.unmatched.slice(0, SHOWN)}
            rowKey={row => row.id}
            empty={null}
            columns={[
              { id: 'line', title: 'Line', lead: true, cell: row => row.narration || row.reference },
              { id: 'on', title: 'Date', cell: row => dayText(row.on) },
              {
                id: 'amount',
                title: 'Amount',
                align: 'right',
                phone: 'amount',
                cell: row => formatNaira(row.amount),
              },
            ]}
          />
        </Card>
      )}
      {Math.max(made.outstanding.length, made.unmatched.length) > SHOWN && (
        <p className="text-muted">The first {SHOWN} of each are shown. The export has more.</p>
      )}
    </>
  )
}

function SubmitDialog({ of: made, onClose }: { of: Made; onClose: () => void }) {
  const through = made.statementThrough ?? todayInLagos()
  return (
    <ActDialog
      endpoint={bankStatementApi.bankReconcile}
      initial={{ through: made.asOf < through ? made.asOf : through }}
      input={({ through, reason }) => ({ code: made.accountCode, through, reason })}
      done="Submitted for approval."
      onClose={onClose}
      title="Submit reconciliation"
      description="Needs approval. Afterwards, matches and statement lines up to this date cannot be changed."
      action="Submit for approval"
      reason={{ label: 'Reason', hint: 'Explain the open items, for the approver.' }}
    >
      {({ field }) => <Input {...field('through')} label="Reconciled through" type="date" max={through} />}
    </ActDialog>
  )
}
