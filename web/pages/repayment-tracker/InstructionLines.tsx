import { ListX } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import {
  ANSWERS,
  instructionApi,
  instructionExportApi,
  LINE_EXCEPTIONS,
  LINE_KINDS,
  type LineDecision,
  type LineException,
} from '../../../contract/instructions.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { SIGNALS } from '../../parts/payroll/payrollWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import {
  DECISION_WORDS,
  EXCEPTION_WORDS,
  type InstructionDetails,
  type InstructionLine,
  KIND_WORDS,
  REASON_WORDS,
} from './instructionWords.ts'

const FILTER = z.pick(instructionApi.instructionLineList.input, {
  kind: true,
  exception: true,
  open: true,
  answer: true,
  search: true,
})
const LINES_OF = ['tab', 'id']

type Props = { list: InstructionDetails; onChanged: () => void }

/** Who is instructed and why it changed; lines to be decided come first. */
export function InstructionLines({ list, onChanged }: Props) {
  const query = useUrlFilter(FILTER)
  const asked = { id: list.id, ...query.filter }
  const lines = useList(instructionApi.instructionLineList, asked, {
    limit: 50,
    again: `${list.sha256} ${list.rejected}`,
  })
  const [deciding, setDeciding] = useState<InstructionLine>()
  const [answering, setAnswering] = useState<InstructionLine>()
  const [decidingAll, setDecidingAll] = useState<LineException>()
  const stop = (): void => {
    setDeciding(undefined)
    setAnswering(undefined)
    setDecidingAll(undefined)
    void lines.refetch()
    onChanged()
  }
  return (
    <ListPage
      title="Lines"
      name="instruction-lines"
      whose={LINES_OF}
      list={lines}
      caption={`Lines of ${list.number}`}
      columns={[
        ...COLUMNS,
        ...(list.status === 'computed'
          ? [
              actColumn({
                title: 'Decide',
                whyNot: list.offers.decide.why,
                run: setDeciding,
                isFor: hasException,
              }),
            ]
          : []),
        // an office answers what it was sent
        ...(list.sentAt === null
          ? []
          : [
              actColumn({
                title: 'Record answer',
                whyNot: list.offers.acknowledge.why,
                run: setAnswering,
                isFor: isInFile,
              }),
            ]),
      ]}
      rowKey={line => String(line.no)}
      above={list.status === 'computed' && <OpenExceptions list={list} onDecide={setDecidingAll} />}
      query={query}
      filters={<Filters query={query} />}
      exports={exportOf('Export lines', instructionExportApi.instructionLineExport, asked)}
      empty={{
        compact: true,
        icon: <ListX />,
        title: 'No lines',
        text: 'No loan of this source has an amount due or a deduction to stop.',
      }}
      noMatch={{ title: 'No matching lines', clear: 'Clear filters' }}
    >
      {decidingAll && <DecideAllDialog list={list} exception={decidingAll} onClose={stop} />}
      {deciding && <DecideDialog list={list} line={deciding} onClose={stop} />}
      {answering && <AnswerDialog list={list} line={answering} onClose={stop} />}
    </ListPage>
  )
}

const hasException = (line: InstructionLine): boolean => line.exceptions.length > 0
const isInFile = (line: InstructionLine): boolean => line.kind !== 'none'

function Filters({ query }: { query: ReturnType<typeof useUrlFilter<typeof FILTER>> }) {
  return (
    <ListFilters
      query={query}
      label="Search by name, staff number or loan number"
      placeholder="Name, staff or loan number"
      filters={[
        choiceFilter(query, {
          name: 'kind',
          label: 'Instruction',
          any: 'Any instruction',
          options: LINE_KINDS.map(kind => ({ value: kind, label: KIND_WORDS[kind].title })),
        }),
        choiceFilter(query, {
          name: 'exception',
          label: 'Exception',
          any: 'Any line',
          options: LINE_EXCEPTIONS.map(each => ({ value: each, label: EXCEPTION_WORDS[each] })),
        }),
        choiceFilter(query, {
          name: 'open',
          label: 'Decision',
          any: 'Decided or not',
          options: [{ value: 'true', label: 'To decide' }],
        }),
        choiceFilter(query, {
          name: 'answer',
          label: 'Answer',
          any: 'Any answer',
          options: ANSWERS.map(each => ({
            value: each,
            label: each === 'accepted' ? 'Accepted' : 'Rejected',
          })),
        }),
      ]}
    />
  )
}

const COLUMNS: readonly Column<InstructionLine>[] = [
  {
    id: 'person',
    title: 'Customer',
    lead: true,
    cell: line => (
      <RowLink to={paths.customer(line.customerId)} number={line.staffNumber}>
        {line.customerName}
      </RowLink>
    ),
  },
  {
    id: 'loans',
    title: 'Loans',
    cell: line => (
      <CellText title={line.loans.map(each => `${each.number}: ${formatNaira(each.amount)}`).join(', ')}>
        {line.loans.length === 0 ? 'None' : line.loans.map(each => each.number).join(', ')}
      </CellText>
    ),
  },
  {
    id: 'kind',
    title: 'Instruction',
    phone: 'status',
    cell: line => (
      <Badge tone={KIND_WORDS[line.kind].tone} dot>
        {KIND_WORDS[line.kind].title}
      </Badge>
    ),
  },
  { id: 'previous', title: 'Last month', align: 'right', cell: line => <Amount of={line.previous} /> },
  {
    id: 'amount',
    title: 'This month',
    align: 'right',
    phone: 'amount',
    cell: line => <Amount of={line.amount} className="font-medium" />,
  },
  {
    id: 'why',
    title: 'Why',
    className: 'md:min-w-60 md:whitespace-normal!',
    cell: line => <Why line={line} />,
  },
]

function Why({ line }: { line: InstructionLine }) {
  const said = line.reasons.map(each => REASON_WORDS[each])
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {said.length > 0 && <span>{said.join(', ')}</span>}
      {line.inFlight > 0n && (
        <span className="text-[0.8125rem] text-muted">{formatNaira(line.inFlight)} in transit</span>
      )}
      {line.exceptions.map(each => (
        <Badge key={each} tone={line.isOpen ? 'negative' : 'caution'}>
          {EXCEPTION_WORDS[each]}
        </Badge>
      ))}
      {line.signals.map(kind => (
        <Badge key={kind}>{SIGNALS[kind as keyof typeof SIGNALS]?.title ?? kind}</Badge>
      ))}
      {line.decision && (
        <span className="text-[0.8125rem] text-muted" title={line.decisionReason ?? undefined}>
          {DECISION_WORDS[line.decision]} by {line.decidedBy}
        </span>
      )}
      {line.answer && (
        <Badge tone={line.answer === 'accepted' ? 'positive' : 'negative'}>
          {line.answer === 'accepted' ? 'Accepted' : 'Rejected'}
        </Badge>
      )}
      {line.answerReason && <span className="text-[0.8125rem] text-muted">{line.answerReason}</span>}
    </span>
  )
}

type LineAct = {
  title: string
  whyNot: string | null
  run: (line: InstructionLine) => void
  isFor: (line: InstructionLine) => boolean
}

const actColumn = ({ title, whyNot, run, isFor }: LineAct): Column<InstructionLine> => ({
  id: 'act',
  title,
  titleHidden: true,
  align: 'right',
  cell: line =>
    isFor(line) && (
      <Button
        size="small"
        disabledReason={whyNot ?? undefined}
        onClick={() => run(line)}
        aria-label={`${title}: ${line.customerName}`}
      >
        {title}
      </Button>
    ),
})

type OpenProps = { list: InstructionDetails; onDecide: (exception: LineException) => void }

/** All open lines of one exception are decided at once. */
function OpenExceptions({ list, onDecide }: OpenProps) {
  const open = list.exceptions.filter(each => each.open > 0)
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-5">
      {open.map(each => (
        <Button
          key={each.exception}
          size="small"
          disabledReason={list.offers.decide.why ?? undefined}
          onClick={() => onDecide(each.exception)}
        >
          {`Decide all: ${EXCEPTION_WORDS[each.exception]} (${countText(each.open)})`}
        </Button>
      ))}
    </div>
  )
}

type AllProps = { list: InstructionDetails; exception: LineException; onClose: () => void }

function DecideAllDialog({ list, exception, onClose }: AllProps) {
  const open = list.exceptions.find(each => each.exception === exception)?.open ?? 0
  return (
    <ActDialog
      endpoint={instructionApi.instructionDecide}
      initial={{ decision: 'exclude' }}
      input={({ decision, reason }) => ({
        id: list.id,
        exception,
        decision: decision as LineDecision,
        reason,
      })}
      done={({ decided }) => `${countOf(decided, 'line')} decided.`}
      onClose={onClose}
      title={`Decide ${countOf(open, 'line')}: ${EXCEPTION_WORDS[exception]}`}
      description="All open lines with this exception get the same decision. Each can be decided again."
      action="Save decision"
      reason
    >
      {({ field }) => (
        <Select
          {...field('decision')}
          label="Decision"
          options={[
            { value: 'exclude', label: 'Exclude: leave the deductions as they are' },
            { value: 'include', label: 'Include' },
          ]}
        />
      )}
    </ActDialog>
  )
}

type DialogProps = { list: InstructionDetails; line: InstructionLine; onClose: () => void }

function DecideDialog({ list, line, onClose }: DialogProps) {
  const choices: { value: LineDecision; label: string }[] = [
    {
      value: 'include',
      label: `Include${line.payLimit !== null && line.due > line.payLimit ? ', reduced to the limit' : ''}`,
    },
    { value: 'exclude', label: 'Exclude: leave the deduction as it is' },
    ...(line.exceptions.includes('overLimit')
      ? [{ value: 'override' as const, label: `Override the limit: ${formatNaira(line.due)}` }]
      : []),
  ]
  return (
    <ActDialog
      endpoint={instructionApi.instructionDecide}
      initial={{ decision: String(line.decision ?? 'include') }}
      input={({ decision, reason }) => ({
        id: list.id,
        lines: [line.no],
        decision: decision as LineDecision,
        reason,
      })}
      done={({ decided }) => `${countOf(decided, 'line')} decided.`}
      onClose={onClose}
      title={`Decide on ${line.customerName}`}
      description={`${line.exceptions.map(each => EXCEPTION_WORDS[each]).join(', ')}. Due ${formatNaira(line.due)}${
        line.payLimit === null ? '' : `, pay limit ${formatNaira(line.payLimit)}`
      }, deducted now ${formatNaira(line.previous)}.`}
      action="Save decision"
      reason
    >
      {({ field }) => <Select {...field('decision')} label="Decision" options={choices} />}
    </ActDialog>
  )
}

function AnswerDialog({ list, line, onClose }: DialogProps) {
  return (
    <ActDialog
      endpoint={instructionApi.instructionAnswer}
      initial={{ outcome: ANSWERS[1] as (typeof ANSWERS)[number] }}
      input={({ outcome, reason }) => ({
        id: list.id,
        no: line.no,
        outcome,
        reason,
      })}
      done="Answer recorded."
      onClose={onClose}
      title={`Record the answer for ${line.customerName}`}
      description={`${KIND_WORDS[line.kind].title}, ${formatNaira(line.amount)}. A rejected line becomes a task.`}
      action="Record answer"
      reason={{ label: 'Reason of the payroll office', optional: true }}
    >
      {({ field }) => (
        <Select
          {...field('outcome')}
          label="Answer"
          options={[
            { value: 'accepted', label: 'Accepted' },
            { value: 'rejected', label: 'Rejected' },
          ]}
        />
      )}
    </ActDialog>
  )
}
