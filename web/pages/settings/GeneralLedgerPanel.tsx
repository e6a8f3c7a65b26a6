import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { approvalApi } from '../../../contract/approvals.ts'
import { date } from '../../../contract/endpoint.ts'
import { ACCOUNT_NAMES, type AccountName, ledgerApi, ledgerExportApi } from '../../../contract/ledger.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import { formatNaira, type Kobo, negate } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { DayFilter } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { settingsPath } from '../../parts/settings/entries.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { wholeList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { Input } from '../../ui/Input.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AccountStatement } from './AccountStatement.tsx'

type TrialRow = z.output<typeof ledgerApi.ledgerTrialBalance.reply>['rows'][number]

const FILTER = z.object({
  account: z.optional(z.enum(ACCOUNT_NAMES)),
  from: z.optional(date),
  asOf: z.optional(date),
})

/** General ledger: trial balance, account entries and closed periods. */
export function GeneralLedgerPanel() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  if (filter.account)
    return (
      <AccountStatement
        key={filter.account}
        account={filter.account}
        from={filter.from}
        asOf={filter.asOf}
        onFrom={from => setFilter({ from })}
        onBack={() => setFilter({ account: undefined, from: undefined })}
      />
    )
  return <Balances asOf={filter.asOf} onAsOf={asOf => setFilter({ asOf })} />
}

type BalancesProps = { asOf: string | undefined; onAsOf: (day: string) => void }

function Balances({ asOf, onAsOf }: BalancesProps) {
  const trial = useApi(ledgerApi.ledgerTrialBalance, asOf ? { asOf } : {})
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <TrialBalance {...{ trial, asOf, onAsOf }} />
      {/* rendered after the trial balance, so that the page does not jump */}
      {(trial.data ?? trial.error) && <Periods />}
    </div>
  )
}

type TrialProps = BalancesProps & { trial: ReturnType<typeof useApi<typeof ledgerApi.ledgerTrialBalance>> }

function TrialBalance({ trial, asOf, onAsOf }: TrialProps) {
  const rows = trial.data?.rows.filter(row => row.debits !== 0n || row.credits !== 0n)
  return (
    <ListPage
      title="Trial balance"
      actions={
        <>
          <Hint label="Meaning of the trial balance">
            <Meanings of={TRIAL_MEANINGS} />
          </Hint>
          <DayFilter label="At the end of" value={asOf} onChange={onAsOf} />
        </>
      }
      exports={exportOf(
        'Export trial balance',
        ledgerExportApi.ledgerTrialBalanceExport,
        asOf ? { asOf } : {},
      )}
      list={{ ...wholeList(trial), rows }}
      caption={`Trial balance at the end of ${trial.data ? dayText(trial.data.asOf) : 'the day'}`}
      columns={TRIAL_COLUMNS}
      rowKey={row => row.account}
      empty={{
        compact: true,
        title: 'No entries up to this date',
        text: 'The first disbursement posts the first entry.',
      }}
    >
      {trial.data && rows && rows.length > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line bg-canvas/60 px-5 py-3">
          <span className="text-muted">
            Debits <span className="font-medium text-ink tabular-nums">{formatNaira(trial.data.debits)}</span>
            , credits{' '}
            <span className="font-medium text-ink tabular-nums">{formatNaira(trial.data.credits)}</span>
          </span>
          {trial.data.debits === trial.data.credits ? (
            <Badge tone="positive" dot>
              Balanced
            </Badge>
          ) : (
            <Badge tone="negative" dot>
              Not balanced
            </Badge>
          )}
        </p>
      )}
    </ListPage>
  )
}

const TRIAL_MEANINGS = [
  {
    term: 'Trial balance',
    means: 'Balances of all ledger accounts at the end of a day. Total debits must equal total credits.',
  },
  { term: 'Debited, credited', means: 'Total posted on that side up to that day.' },
  {
    term: 'Debit balance',
    means: 'Debits less credits if positive: assets and expenses.',
  },
  {
    term: 'Credit balance',
    means: 'Credits less debits if positive: liabilities, equity and income.',
  },
]

const KINDS: Record<TrialRow['kind'], string> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
}

/** Opens the entries of an account at the same date. */
function AccountLink({ account, title }: { account: AccountName; title: string }) {
  const [params] = useSearchParams()
  const asOf = params.get('asOf')
  return (
    <RowLink
      className="whitespace-normal!"
      to={`${settingsPath('ledger')}&account=${account}${asOf ? `&asOf=${asOf}` : ''}`}
    >
      {title}
    </RowLink>
  )
}

/** Shows a balance on its side only. */
const side = (amount: Kobo, of: 'debit' | 'credit') => {
  const shown = of === 'debit' ? amount : negate(amount)
  if (shown <= 0n) return null
  return (
    <>
      <Amount of={shown} />
      <span className="md:hidden">{of === 'debit' ? ' Dr' : ' Cr'}</span>
    </>
  )
}

const TRIAL_COLUMNS: readonly Column<TrialRow>[] = [
  {
    id: 'account',
    title: 'Account',
    lead: true,
    cell: row => (
      <>
        <AccountLink account={row.account} title={row.title} />
        <span className="block text-[0.8125rem] font-normal text-muted">
          {row.code} · {KINDS[row.kind]}
        </span>
      </>
    ),
  },
  { id: 'debits', title: 'Debited', align: 'right', cell: row => <Amount of={row.debits} /> },
  { id: 'credits', title: 'Credited', align: 'right', cell: row => <Amount of={row.credits} /> },
  {
    id: 'debit',
    title: 'Debit balance',
    align: 'right',
    phone: 'amount',
    cell: row => side(row.balance, 'debit'),
  },
  {
    id: 'credit',
    title: 'Credit balance',
    align: 'right',
    phone: 'date',
    cell: row => side(row.balance, 'credit'),
  },
]

// ── Periods ────────────────────────────────────────────────────────────────────────────────────────────────────────

type Period = z.output<typeof ledgerApi.ledgerPeriodList.reply>['periods'][number]

function Periods() {
  const list = useApi(ledgerApi.ledgerPeriodList, {})
  const waiting = useApi(approvalApi.approvalList, { view: 'all', status: 'waiting', subjectType: 'period' })
  const [closing, setClosing] = useState(false)
  const mayAsk = useMay('money.ask')
  const asked = waiting.data?.rows ?? []
  const through = list.data?.closedThrough
  return (
    <ListPage
      title="Closed periods"
      actions={
        <Button
          size="small"
          disabledReason={whyNotClose(mayAsk, asked.length > 0)}
          onClick={() => setClosing(true)}
        >
          Close period
        </Button>
      }
      above={
        (asked.length > 0 || waiting.error) && (
          <div className="flex flex-col gap-3 border-b border-line p-4 empty:hidden">
            <LoadNotice of={waiting} title="Pending period closes could not be loaded" />
            {asked.map(({ id }) => (
              <PendingApprovalNotice key={id} approvalId={id} />
            ))}
          </div>
        )
      }
      list={{ rows: list.data?.periods, error: list.error, onRetry: () => void list.refetch() }}
      caption="Closed periods, latest first"
      onlyText
      columns={PERIOD_COLUMNS}
      rowKey={period => period.through}
      skeletonRows={2}
      empty={{
        compact: true,
        title: 'No closed periods yet',
        text: 'After a period is closed, nothing can be posted in it. Post late items in the open period as prior-period adjustments.',
      }}
    >
      {closing && <CloseDialog through={through ?? null} onClose={() => setClosing(false)} />}
    </ListPage>
  )
}

function whyNotClose(mayAsk: boolean, isAsked: boolean): string | undefined {
  if (!mayAsk) return `Only ${rolesNamed('money.ask', 'and')} can do this.`
  return isAsked ? 'A period close is pending approval already.' : undefined
}

const PERIOD_COLUMNS: readonly Column<Period>[] = [
  { id: 'through', title: 'Closed through', lead: true, cell: period => dayText(period.through) },
  { id: 'by', title: 'Approved by', cell: period => period.closedBy ?? 'Iroko' },
  { id: 'at', title: 'Closed', cell: period => <RelativeTime at={period.closedAt} /> },
]

type CloseProps = { through: string | null; onClose: () => void }

function CloseDialog({ through, onClose }: CloseProps) {
  return (
    <ActDialog
      endpoint={ledgerApi.ledgerPeriodClose}
      initial={{ through: '' }}
      input={values => values}
      onClose={onClose}
      title="Close period"
      description="Needs approval. Afterwards nothing can be posted on or before this date, and the period cannot be reopened."
      action="Submit period close"
      reason
    >
      {({ field }) => (
        <Input
          {...field('through')}
          label="Through"
          type="date"
          hint={through ? `Closed through ${dayText(through)}.` : 'Last day of the period, before today.'}
        />
      )}
    </ActDialog>
  )
}
