import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod/mini'
import { ledgerApi, ledgerExportApi } from '../../../../contract/ledger.ts'
import { formatNaira, type Kobo, negate } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { exportOf } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { DayFilter } from '../../../parts/ListFilters.tsx'
import { ListPage } from '../../../parts/ListPage.tsx'
import { urlWithFilter } from '../../../parts/urlFilter.ts'
import { wholeList } from '../../../parts/useList.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Hint, Meanings } from '../../../ui/Hint.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { KIND_LABELS } from './accountWords.ts'

type TrialRow = z.output<typeof ledgerApi.ledgerTrialBalance.reply>['rows'][number]
type Props = { asOf: string | undefined; onAsOf: (day: string) => void }

/** Every account with its debits, credits and balance at the end of a day. */
export function TrialBalance({ asOf, onAsOf }: Props) {
  const trial = useApi(ledgerApi.ledgerTrialBalance, asOf ? { asOf } : {})
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
      rowKey={row => String(row.code)}
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

type LinkProps = { code: number; title: ReactNode; since?: string; until?: string | undefined }

/** Opens the entries of an account up to the same day, in the section it is in. */
export function AccountLink({ code, title, since, until }: LinkProps) {
  const [params] = useSearchParams()
  const opened = { account: String(code), since, until: until ?? params.get('asOf') ?? undefined }
  return (
    <RowLink className="whitespace-normal!" to={{ search: `?${urlWithFilter(params, opened)}` }}>
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
        <AccountLink code={row.code} title={row.title} />
        <span className="block text-[0.8125rem] font-normal text-muted">
          {row.code} · {KIND_LABELS[row.kind]}
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
