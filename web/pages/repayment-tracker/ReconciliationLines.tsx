import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { reconciliationApi, reconciliationExportApi, VERDICTS } from '../../../contract/reconciliation.ts'
import { countOf } from '../../../engine/countText.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectRow } from '../../ui/SelectRow.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AssignExceptionsDialog, CloseExceptionsDialog } from './ReconciliationActs.tsx'
import { ReconciliationPerson } from './ReconciliationPerson.tsx'
import { type LineRow, lineColumns, VERDICT_WORDS } from './reconciliationColumns.tsx'

const FILTER = z.pick(reconciliationApi.reconciliationLines.input, {
  employer: true,
  verdict: true,
  state: true,
  ownerId: true,
  olderThan: true,
  search: true,
})

const isException = (row: LineRow): boolean => row.verdict !== null && row.verdict !== 'agrees'

/** Persons of a month, or of all months, with what can be done about exceptions. */
export function ReconciliationLines({ source, month }: { source?: string; month?: string }) {
  const query = useUrlFilter(FILTER)
  const [params, setParams] = useSearchParams()
  const { id: me } = useCurrentUser()
  const mayAct = useMay('money.ask')
  const asked = {
    ...query.filter,
    ...(params.get('ownerId') === 'me' ? { ownerId: me } : {}),
    ...(source && month ? { source, month } : {}),
  }
  const list = useList(reconciliationApi.reconciliationLines, asked)
  const [selected, setSelected] = useState<ReadonlyMap<string, LineRow>>(new Map())
  const [doing, setDoing] = useState<'assign' | 'close'>()
  const rows = list.rows ?? []
  const open = (line: string | undefined): void =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (line) next.set('line', line)
        else next.delete('line')
        return next
      },
      { preventScrollReset: true },
    )
  const toggle = (row: LineRow): void =>
    setSelected(now => {
      const next = new Map(now)
      if (!next.delete(row.id)) next.set(row.id, row)
      return next
    })
  const choosable = rows.filter(isException)
  const chosenHere = choosable.filter(({ id }) => selected.has(id)).length
  const select: Column<LineRow> = {
    id: 'select',
    title: 'Select',
    titleHidden: true,
    cell: row =>
      isException(row) && (
        <SelectRow
          name={row.name || row.staffNumber}
          checked={selected.has(row.id)}
          onChange={() => toggle(row)}
        />
      ),
  }
  const columns = lineColumns(line => open(line.id), month !== undefined)
  const isAllOpen = [...selected.values()].every(({ isOpen }) => isOpen)
  return (
    <ListPage
      name="reconciliation"
      list={list}
      caption="Persons with their five amounts and verdict"
      columns={mayAct ? [select, ...columns] : columns}
      query={query}
      selection={
        mayAct
          ? {
              count: selected.size,
              page:
                choosable.length === 0
                  ? null
                  : chosenHere === 0
                    ? 'none'
                    : chosenHere === choosable.length
                      ? 'all'
                      : 'some',
              onPage: () =>
                setSelected(now => {
                  const next = new Map(now)
                  for (const row of choosable)
                    if (chosenHere === choosable.length) next.delete(row.id)
                    else next.set(row.id, row)
                  return next
                }),
              onClear: () => setSelected(new Map()),
              acts: (
                <>
                  <Button size="small" onClick={() => setDoing('assign')}>
                    Assign
                  </Button>
                  <Button
                    size="small"
                    disabledReason={isAllOpen ? undefined : 'Some of these exceptions are closed.'}
                    onClick={() => setDoing('close')}
                  >
                    Close exceptions
                  </Button>
                </>
              ),
            }
          : undefined
      }
      filters={
        <ListFilters
          query={query}
          label="Search persons"
          placeholder="Name or staff number"
          filters={[
            choiceFilter(query, {
              name: 'verdict',
              label: 'Verdict',
              any: 'All verdicts',
              options: VERDICTS.map(verdict => ({ value: verdict, label: VERDICT_WORDS[verdict].title })),
            }),
            choiceFilter(query, {
              name: 'state',
              label: 'Exceptions',
              any: 'All persons',
              options: [
                { value: 'open', label: 'Open exceptions' },
                { value: 'closed', label: 'Closed exceptions' },
              ],
            }),
            choiceFilter(query, {
              name: 'ownerId',
              label: 'Owner',
              any: 'Anyone',
              options: [{ value: me, label: 'Mine' }],
            }),
            choiceFilter(query, {
              name: 'olderThan',
              label: 'Age',
              any: 'Any age',
              options: [7, 30, 90].map(days => ({ value: String(days), label: `Over ${days} days` })),
            }),
            ...(query.filter.employer
              ? [
                  {
                    id: 'employer',
                    label: 'Employer',
                    value: query.filter.employer,
                    onRemove: () => query.setFilter({ employer: undefined, view: 'persons' }),
                    field: <p className="text-muted">Remove the filter to see every employer.</p>,
                  },
                ]
              : []),
          ]}
        />
      }
      note={
        list.data && (
          <>
            {countOf(list.data.total, 'person', 'persons')}
            {list.data.sums && (
              <>
                {' '}
                · deducted <Amount of={list.data.sums.deducted} className="font-medium text-ink" /> ·
                difference <Amount of={list.data.sums.difference} className="font-medium text-ink" />
              </>
            )}
          </>
        )
      }
      exports={exportOf('Export persons', reconciliationExportApi.reconciliationLinesExport, asked)}
      empty={{
        icon: <CircleCheck />,
        title: 'No persons',
        text: 'Nothing was expected, instructed or deducted for this month.',
      }}
      noMatch={{ title: 'No persons match', text: 'Change or clear the filters.' }}
    >
      {params.get('line') && (
        <ReconciliationPerson id={params.get('line') ?? ''} onClose={() => open(undefined)} />
      )}
      {doing === 'assign' && (
        <AssignExceptionsDialog
          ids={[...selected.keys()]}
          onClose={() => setDoing(undefined)}
          onDone={() => setSelected(new Map())}
        />
      )}
      {doing === 'close' && (
        <CloseExceptionsDialog
          ids={[...selected.keys()]}
          onClose={() => setDoing(undefined)}
          onDone={() => setSelected(new Map())}
        />
      )}
    </ListPage>
  )
}
