import { useSearchParams } from 'react-router'
import type { IntakeStatus } from '../../../contract/intake.ts'
import { payrollApi } from '../../../contract/payroll.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { type ApiError, useApi } from '../../api.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
import { ExcludedLines, NotesLink, RepairedValues } from '../../parts/intake/FileNotes.tsx'
import { InvalidRows } from '../../parts/intake/InvalidRows.tsx'
import { isOver, type ReadIntake } from '../../parts/intake/intakeWords.ts'
import { SubmitUpload } from '../../parts/intake/SubmitUpload.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList } from '../../parts/lazyParts.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Actions } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Term } from '../../ui/Term.tsx'
import { ChangesPanel, type Diff } from './ChangesPanel.tsx'

const FIRST = 'changes'

/** Totals and changes of a checked payroll file, before and after approval. */
export function PreviewStep({ intake }: { intake: ReadIntake }) {
  const [params, setParams] = useSearchParams()
  const diff = useApi(payrollApi.payrollDiff, { id: intake.id })
  const isUnknown = diff.error !== null && !diff.data
  const tabs = [
    { id: FIRST, title: 'Changes' },
    {
      id: 'refused',
      title: 'Invalid rows',
      badge: intake.refusedRows ? <Badge tone="caution">{countText(intake.refusedRows)}</Badge> : null,
    },
    { id: 'repaired', title: 'Repaired values', badge: badgeOf(intake.repairedValues) },
    { id: 'excluded', title: 'Excluded lines', badge: badgeOf(intake.skippedRows) },
    { id: 'history', title: 'History' },
  ]
  const tab = tabs.find(each => each.id === params.get('tab'))?.id ?? FIRST
  return (
    <>
      <div className="mb-6">
        <SubmitUpload
          intake={intake}
          accepted="Request checks, lookups and signals use this month."
          whyNotYet={isUnknown ? 'The changes could not be loaded. Reload the page first.' : undefined}
        />
      </div>
      <Figures intake={intake} diff={diff.data} unknown={isUnknown ? 'Not loaded' : '…'} />
      <div className="mt-6">
        <Tabs
          label="Upload"
          tabs={tabs}
          current={tab}
          onChange={name => setParams({ id: intake.id, ...(name === FIRST ? {} : { tab: name }) })}
        >
          {tab === 'refused' && (
            <Card flush>
              <InvalidRows intake={intake} correctionPath={paths.ippisCorrection(intake.id)} />
            </Card>
          )}
          {tab === 'repaired' && (
            <Card flush>
              <RepairedValues intake={intake} />
            </Card>
          )}
          {tab === 'excluded' && (
            <Card flush>
              <ExcludedLines intake={intake} />
            </Card>
          )}
          {tab === 'history' && (
            <Card title="History">
              <HistoryList subjectType="intake" subjectId={intake.id} />
            </Card>
          )}
          {tab === FIRST && <Changes intake={intake} asked={diff} />}
        </Tabs>
      </div>
      {!isOver(intake) && (
        <div className="mt-6 flex justify-end">
          <Actions>
            <CancelUpload size="medium" intake={intake} />
          </Actions>
        </div>
      )}
    </>
  )
}

const badgeOf = (count: number | null) => (count ? <Badge>{countText(count)}</Badge> : null)

type ChangesProps = {
  intake: ReadIntake
  asked: { data: Diff | undefined; error: ApiError | null; refetch: () => unknown }
}

function Changes({ intake, asked }: ChangesProps) {
  if (asked.data) return <ChangesPanel intake={intake} diff={asked.data} />
  if (!asked.error) return <CardSkeleton lines={6} />
  return (
    <Card>
      <LoadError of={asked} />
    </Card>
  )
}

type FiguresProps = {
  intake: ReadIntake
  diff: Diff | undefined
  /** Shown while the comparison is not available. */
  unknown: string
}

function Figures({ intake, diff, unknown }: FiguresProps) {
  const { rows, goodRows, refusedRows, skippedRows, repairedValues } = intake
  const open = (tab: string): string => `?${new URLSearchParams({ id: intake.id, tab })}`
  const stored = storedRows(intake)
  const figures = [
    {
      term: 'Rows in the file',
      value: count(rows),
      below: skippedRows ? (
        <NotesLink to={open('excluded')}>{count(skippedRows)} excluded: totals, blanks, repeats</NotesLink>
      ) : (
        'no totals, blanks or repeats'
      ),
    },
    {
      term: 'Valid',
      help: 'Rows with all required values, one per employee. They are used once the file is approved.',
      value: count(goodRows),
      below:
        stored > 0
          ? `${count(stored)} from the corrected file`
          : (VALID_ROW_STATES[intake.status] ?? 'to be approved'),
    },
    {
      term: 'Invalid',
      help: 'Rows with an error, each with line, column and reason. Download, correct and upload them again.',
      value: count(refusedRows),
      below: refusedRows ? 'excluded, see reasons' : 'none',
    },
    {
      term: 'Repaired',
      help: 'Values of valid rows that were read otherwise than written: serial dates, amounts with commas, apostrophes, lost zeros.',
      value: count(repairedValues),
      below: repairedValues ? <NotesLink to={open('repaired')}>see values</NotesLink> : 'none',
    },
    {
      term: 'Customers found',
      help: 'Customers of this payroll source whose number is in the file, of all who were customers in the month.',
      value: diff ? `${count(diff.customersFound)} of ${count(diff.customers)}` : unknown,
      below: 'on this source',
    },
    {
      term: 'Total net pay',
      value: diff ? formatNaira(diff.netPayTotal) : unknown,
      below: diff && <PayMove diff={diff} />,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card lg:grid-cols-3 xl:grid-cols-[1.2fr_1fr_1fr_1fr_1fr_1.5fr]">
      {figures.map(({ term, help, value, below }) => (
        <div key={term} className="bg-surface px-5 py-3.5">
          <dt className="text-[0.8125rem] text-muted">
            <Term help={help}>{term}</Term>
          </dt>
          <dd className="mt-0.5 text-base leading-6 font-semibold tracking-tight tabular-nums">
            {value}
            <span className="block text-[0.8125rem] font-normal tracking-normal text-muted">{below}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** State of the valid rows. */
const VALID_ROW_STATES: Partial<Record<IntakeStatus, string>> = {
  accepted: 'approved',
  superseded: 'approved, then replaced',
  refused: 'not approved',
  cancelled: 'not approved',
}

/** Valid rows of the corrected file, which stay valid beside the corrections. */
function storedRows({ correctsId, rows, goodRows, refusedRows, skippedRows }: ReadIntake): number {
  if (correctsId === null || rows === null || goodRows === null) return 0
  return goodRows - (rows - (refusedRows ?? 0) - (skippedRows ?? 0))
}

const count = (number: number | null): string => (number === null ? 'Not counted' : countText(number))

function PayMove({ diff: { netPayTotal, netPayTotalBefore } }: { diff: Diff }) {
  if (netPayTotalBefore === null) return 'nothing to compare it with'
  const move = kobo(netPayTotal - netPayTotalBefore)
  return (
    <>
      <span className="whitespace-nowrap">{formatNaira(netPayTotalBefore)} before,</span>{' '}
      <span className="whitespace-nowrap">
        {move > 0n ? '+' : ''}
        {formatNaira(move)}
      </span>
    </>
  )
}
