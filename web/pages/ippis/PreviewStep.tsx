import { useSearchParams } from 'react-router'
import type { IntakeStatus } from '../../../contract/intake.ts'
import { payrollApi } from '../../../contract/payroll.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { type ApiError, useApi } from '../../api.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
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

/** What a file says, before anybody relies on it. */
export function PreviewStep({ intake }: { intake: ReadIntake }) {
  const [params, setParams] = useSearchParams()
  const diff = useApi(payrollApi.payrollDiff, { id: intake.id })
  const isUnknown = diff.error !== null && !diff.data
  const tabs = [
    { id: FIRST, title: 'Changes' },
    {
      id: 'refused',
      title: 'Refused rows',
      badge: intake.refusedRows ? <Badge tone="caution">{countText(intake.refusedRows)}</Badge> : null,
    },
    { id: 'history', title: 'History' },
  ]
  const tab = tabs.find(each => each.id === params.get('tab'))?.id ?? FIRST
  return (
    <>
      <div className="mb-6">
        <SubmitUpload
          intake={intake}
          accepted="Lending sees this month now: checklists, look-ups and signals."
          whyNotYet={isUnknown ? 'What it changes could not be loaded. Look at that first.' : undefined}
        />
      </div>
      <Figures intake={intake} diff={diff.data} unknown={isUnknown ? 'Not loaded' : '…'} />
      <div className="mt-6">
        <Tabs
          label="The upload"
          tabs={tabs}
          current={tab}
          onChange={name => setParams({ id: intake.id, ...(name === FIRST ? {} : { tab: name }) })}
        >
          {tab === 'refused' && (
            <Card flush>
              <InvalidRows intake={intake} correctionPath={paths.ippisCorrection(intake.id)} />
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
  /** Said in place of what the comparison would tell. */
  unknown: string
}

function Figures({ intake, diff, unknown }: FiguresProps) {
  const { rows, goodRows, refusedRows, skippedRows } = intake
  const stored = storedRows(intake)
  const figures = [
    {
      term: 'Rows in the file',
      value: count(rows),
      below: skippedRows ? `${count(skippedRows)} left out: totals, blanks, repeats` : 'none left out',
    },
    {
      term: 'Good',
      help: 'Rows that could be read and name a person once. Lending sees them once a second person has accepted the file.',
      value: count(goodRows),
      below:
        stored > 0
          ? `${count(stored)} of them from the file it corrects`
          : (GOOD_WORDS[intake.status] ?? 'to be accepted'),
    },
    {
      term: 'Refused',
      help: 'Rows with a fault, each with its line, column and reason. Download, correct and upload them again. They are deleted with the rows of people who are no customers.',
      value: count(refusedRows),
      below: refusedRows ? 'not taken, see why' : 'none',
    },
    {
      term: 'Our customers in it',
      help: 'Customers whose payroll number stands in the file, of those on this payroll source who were customers in its month.',
      value: diff ? `${count(diff.customersFound)} of ${count(diff.customers)}` : unknown,
      below: 'on this source',
    },
    {
      term: 'Net pay in all',
      value: diff ? formatNaira(diff.netPayTotal) : unknown,
      below: diff && <PayMove diff={diff} />,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card lg:grid-cols-[1fr_1fr_1fr_1fr_1.5fr]">
      {figures.map(({ term, help, value, below }) => (
        <div key={term} className="bg-surface px-5 py-3.5 last:max-lg:col-span-2">
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

/** What has become of the good rows. */
const GOOD_WORDS: Partial<Record<IntakeStatus, string>> = {
  accepted: 'accepted',
  superseded: 'accepted, replaced since',
  refused: 'not accepted',
  cancelled: 'not accepted',
}

/** A file of corrections is a few rows; the good ones of the file it corrects stay in force beside them. */
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
