import { CalendarSearch } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import {
  reconciliationApi,
  reconciliationExportApi,
  VERDICT_MEANINGS,
  VERDICTS,
} from '../../../contract/reconciliation.ts'
import { payMonth } from '../../../contract/vocabulary.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useSection } from '../../parts/useSection.ts'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { ReconciliationLines } from './ReconciliationLines.tsx'
import { ReconciliationMonth } from './ReconciliationMonth.tsx'
import { MONTH_COLUMNS, VERDICT_WORDS } from './reconciliationColumns.tsx'
import { TabLine } from './TabLine.tsx'

const FILTER = z.object({ of: z.optional(z.string().check(z.maxLength(40))) })

/** Months by source; one month opens its employers and persons. */
export function ReconciliationTab() {
  const [params] = useSearchParams()
  const source = params.get('source')
  const month = payMonth.safeParse(params.get('month'))
  if (source !== null && month.success) return <ReconciliationMonth source={source} month={month.data} />
  if (params.get('view') === 'persons') return <ReconciliationLines />
  return <Months />
}

function Months() {
  const query = useUrlFilter(FILTER)
  const asked = query.filter.of ? { source: query.filter.of } : {}
  const list = useList(reconciliationApi.reconciliationMonths, asked)
  const sources = (useSection('payroll')?.sources ?? []).filter(({ kind }) => kind === 'payroll')
  return (
    <>
      <TabLine means="Reconciliation: what was expected, instructed, deducted, remitted and posted, by person and month." />
      <ListPage
        name="reconciliation-months"
        list={list}
        caption="Payroll months by source, newest first"
        columns={MONTH_COLUMNS}
        query={query}
        filters={
          <ListFilters
            query={query}
            filters={[
              choiceFilter(query, {
                name: 'of',
                label: 'Payroll source',
                any: 'All sources',
                options: sources.map(({ code, name }) => ({ value: code, label: name })),
              }),
            ]}
          />
        }
        tools={
          <Hint label="Meaning of the verdicts">
            <Meanings
              of={VERDICTS.map(verdict => ({
                term: VERDICT_WORDS[verdict].title,
                means: VERDICT_MEANINGS[verdict],
              }))}
            />
          </Hint>
        }
        exports={exportOf('Export months', reconciliationExportApi.reconciliationMonthsExport, asked)}
        empty={{
          icon: <CalendarSearch />,
          title: 'No payroll months yet',
          text: 'A month appears when its deduction instructions are sent or its deduction file is posted.',
        }}
      />
    </>
  )
}
