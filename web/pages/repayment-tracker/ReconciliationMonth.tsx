import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { reconciliationApi } from '../../../contract/reconciliation.ts'
import { countText } from '../../../engine/countText.ts'
import { formatMonth } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { FigureStrip } from '../../ui/FigureStrip.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { ReconciliationLines } from './ReconciliationLines.tsx'
import { employerColumns, type MonthRow } from './reconciliationColumns.tsx'

type Props = { source: string; month: string }

/** One month of a source: its five totals, then employers or persons. */
export function ReconciliationMonth({ source, month }: Props) {
  const [params, setParams] = useSearchParams()
  const { data } = useApi(reconciliationApi.reconciliationMonths, { source, month, limit: 1 })
  const found = data?.rows[0]
  const isPersons = ['view', 'verdict', 'state', 'employer', 'ownerId', 'olderThan', 'search', 'line'].some(
    name => params.has(name),
  )
  const show = (view: string): void =>
    setParams({ tab: 'reconciliation', source, month, ...(view === 'persons' ? { view } : {}) })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <BackLink to={paths.repaymentsTab('reconciliation')}>All months</BackLink>
          <h2 className="text-lg font-semibold">
            {found?.sourceName ?? source}, {formatMonth(month)}
          </h2>
        </div>
        <Calculated source={source} month={month} at={found?.calculatedAt ?? null} />
      </div>
      {found && <Totals of={found} />}
      {found?.fileIn === false && (
        <div className="mt-4">
          <Notice tone="notice">
            No deduction file of {formatMonth(month)} yet. Verdicts are given when the file is posted.
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <Tabs
          label="Breakdown of the month"
          tabs={[
            { id: 'employers', title: 'Employers' },
            { id: 'persons', title: 'Persons' },
          ]}
          current={isPersons ? 'persons' : 'employers'}
          onChange={show}
        >
          {isPersons ? (
            <ReconciliationLines source={source} month={month} />
          ) : (
            <Employers source={source} month={month} />
          )}
        </Tabs>
      </div>
    </>
  )
}

function Totals({ of }: { of: MonthRow }) {
  const { instructed, deducted, remitted, posted } = of
  return (
    <FigureStrip
      figures={[
        { term: 'Expected', value: formatNaira(of.expected), below: `${countText(of.persons)} persons` },
        {
          term: 'Instructed',
          value: instructed === null ? 'Not available' : formatNaira(instructed),
          below: instructed === null ? 'No instructions sent' : 'On the list sent',
        },
        { term: 'Deducted', value: formatNaira(deducted), below: 'In the deduction files' },
        {
          term: 'Remitted',
          value: formatNaira(remitted),
          below:
            remitted < deducted
              ? `${formatNaira((deducted - remitted) as typeof deducted)} not received`
              : 'With charges withheld',
          isBad: remitted < deducted,
        },
        { term: 'Posted', value: formatNaira(posted), below: 'Applied to loans' },
      ]}
    />
  )
}

function Calculated({ source, month, at }: Props & { at: string | null }) {
  const act = useAct(reconciliationApi.reconciliationRecalculate)
  const mayAct = useMay('money.ask')
  return (
    <p className="flex items-center gap-3 text-[0.8125rem] text-muted">
      {at !== null && (
        <span>
          Calculated <RelativeTime at={at} />
        </span>
      )}
      {mayAct && (
        <Button
          pending={act.isPending}
          onClick={() =>
            act.mutate(
              { source, month },
              {
                onSuccess: () => toast('success', 'Calculation started.'),
                onError: error => toast('error', error.message),
              },
            )
          }
        >
          Recalculate month
        </Button>
      )}
    </p>
  )
}

function Employers({ source, month }: Props) {
  const list = useList(reconciliationApi.reconciliationEmployers, { source, month })
  return (
    <ListPage
      name="reconciliation-employers"
      list={list}
      views={false}
      caption={`Employers, ${formatMonth(month)}`}
      columns={employerColumns(source, month)}
      empty={{
        icon: <SearchX />,
        title: 'Nothing to reconcile',
        text: `Nothing was expected, instructed or deducted for ${formatMonth(month)}.`,
      }}
    />
  )
}
