import { ListChecks, MailX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { instructionApi, instructionExportApi, LIST_STATUSES } from '../../../contract/instructions.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { monthFilter } from '../../parts/intake/MonthSelect.tsx'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useSection } from '../../parts/useSection.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import {
  type InstructionDue,
  type InstructionList,
  instructionPath,
  LIST_WORDS,
  REJECTED_VIEWS,
} from './instructionWords.ts'
import { TabLine } from './TabLine.tsx'

const InstructionScreen = lazyPart(
  () => import('./InstructionScreen.tsx').then(screen => screen.InstructionScreen),
  <CardSkeleton />,
)
const RejectedInstructions = lazyPart(
  () => import('./RejectedInstructions.tsx').then(list => list.RejectedInstructions),
  <CardSkeleton />,
)

const FILTER = z.pick(instructionApi.instructionList.input, { source: true, month: true, status: true })

/** Deduction instructions by source and month, or the list that the address names. */
export function InstructionsTab() {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id) return <InstructionScreen id={id} />
  return Object.values(REJECTED_VIEWS).includes(params.get('view') ?? '') ? <Rejected /> : <Overview />
}

/** The rejected lines alone, as My desk links to them. */
function Rejected() {
  return (
    <div className="flex flex-col gap-3">
      <BackLink to={paths.repaymentsTab('instructions')}>Instructions</BackLink>
      <RejectedInstructions />
    </div>
  )
}

function Overview() {
  const query = useUrlFilter(FILTER)
  const list = useList(instructionApi.instructionList, query.filter)
  const sources = useSection('payroll')?.sources ?? []
  const due = useApi(instructionApi.instructionDue, {})
  // one card after the other would push the later ones down
  if ((!due.data && !due.error) || (!list.rows && !list.error)) return <CardSkeleton lines={10} />
  return (
    <div className="flex flex-col gap-4">
      <div className="-mb-4">
        <TabLine means="Instructions: the deductions requested from each payroll office, by month." />
      </div>
      <DueCard due={due} />
      <ListPage
        title="Lists"
        name="instructions"
        list={list}
        caption="Instruction lists, newest month first"
        columns={COLUMNS}
        query={query}
        filters={
          <ListFilters
            query={query}
            filters={[
              choiceFilter(query, {
                name: 'status',
                label: 'Status',
                any: 'Any status',
                options: LIST_STATUSES.map(status => ({ value: status, label: LIST_WORDS[status].title })),
              }),
              choiceFilter(query, {
                name: 'source',
                label: 'Source',
                any: 'Any source',
                options: sources.map(({ code, name }) => ({ value: code, label: name })),
              }),
              monthFilter(query, 'month'),
            ]}
          />
        }
        exports={exportOf('Export lists', instructionExportApi.instructionListExport, query.filter)}
        empty={{
          icon: <ListChecks />,
          title: 'No instruction lists yet',
          text: 'Compute the list of a payroll source above to create the first one.',
        }}
        noMatch={{ title: 'No matching lists', clear: 'Clear filters' }}
      />
      <RejectedInstructions />
    </div>
  )
}

/** Each payroll source with its cut-off and what is next. */
function DueCard({ due }: { due: ReturnType<typeof useApi<typeof instructionApi.instructionDue>> }) {
  if (!due.data) return <LoadError of={due} />
  return (
    <section aria-label={`Instructions for ${periodText(due.data.month)}`}>
      {due.data.rows.length === 0 ? (
        <Card>
          <p className="text-muted">No active payroll sources. Add one in Settings.</p>
        </Card>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {due.data.rows.map(row => (
            <Due key={row.source} row={row} onDone={due.refetch} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Due({ row, onDone }: { row: InstructionDue; onDone: () => unknown }) {
  const mayAsk = useMay('money.ask')
  const computing = useAct(instructionApi.instructionCompute)
  const [, setParams] = useSearchParams()
  const compute = (): void =>
    computing.mutate(
      { id: crypto.randomUUID(), source: row.source, month: row.month },
      {
        onSuccess: list => {
          void onDone()
          setParams({ tab: 'instructions', id: list.id })
        },
        onError: error => toast('error', error.message),
      },
    )
  const words = row.status && LIST_WORDS[row.status]
  return (
    <li className="flex flex-col gap-1 rounded-xl border border-line bg-surface px-3 py-2.5 shadow-card">
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="font-medium">{row.sourceName}</span>
        {words ? (
          <Badge tone={words.tone} dot>
            {words.title}
          </Badge>
        ) : (
          <Badge>Not computed</Badge>
        )}
      </span>
      <span className="flex items-center justify-between gap-3">
        <span className="text-xs leading-4 whitespace-nowrap text-muted">
          Cut-off {dayText(row.cutOffOn)}
          <span className="block">Pay day {dayText(row.payDay)}</span>
        </span>
        <Button
          size="small"
          pending={computing.isPending}
          disabledReason={mayAsk ? (row.whyNot ?? undefined) : 'Only Admin and superAdmin can do this.'}
          onClick={compute}
          aria-label={`Compute list: ${row.sourceName}`}
        >
          Compute list
        </Button>
      </span>
      {row.listId && (
        <Link
          className="w-fit text-[0.8125rem] tabular-nums underline decoration-line underline-offset-4 hover:decoration-current"
          to={instructionPath(row.listId)}
        >
          <span className="sr-only">Open list: </span>
          {countOf(row.lines, 'line')}, {formatNaira(row.total)}
        </Link>
      )}
    </li>
  )
}

const COLUMNS: readonly Column<InstructionList>[] = [
  {
    id: 'list',
    title: 'List',
    lead: true,
    cell: list => (
      <RowLink to={instructionPath(list.id)} number={`${list.sourceName}, ${periodText(list.month)}`}>
        {list.number}
      </RowLink>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    phone: 'status',
    cell: list => (
      <Badge tone={LIST_WORDS[list.status].tone} dot>
        {LIST_WORDS[list.status].title}
      </Badge>
    ),
  },
  { id: 'lines', title: 'Lines', align: 'right', cell: list => list.lines.toLocaleString('en-NG') },
  { id: 'total', title: 'Total', align: 'right', phone: 'amount', cell: list => <Amount of={list.total} /> },
  { id: 'previous', title: 'Total before', align: 'right', cell: list => <Amount of={list.previousTotal} /> },
  { id: 'cutOff', title: 'Cut-off', cell: list => dayText(list.cutOffOn) },
  {
    id: 'rejected',
    title: 'Rejected',
    align: 'right',
    cell: list =>
      list.rejected === 0 ? (
        <span className="text-faint">None</span>
      ) : (
        <span className={list.openRejections > 0 ? 'text-negative' : undefined}>
          <MailX aria-hidden size={13} className="mr-1 inline" />
          {list.rejected}
        </span>
      ),
  },
]
