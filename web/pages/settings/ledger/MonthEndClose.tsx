import { CheckCircle2, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { type ClosingCheck, closingApi } from '../../../../contract/closing.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { addMonths, formatMonth, localDate, payMonthOf } from '../../../../engine/dates.ts'
import { useAct, useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { dayText } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { PendingApprovalNotice } from '../../../parts/lazyParts.tsx'
import { settingsPath } from '../../../parts/settings/entries.ts'
import { todayInLagos } from '../../../parts/today.ts'
import { paths } from '../../../paths.ts'
import { Actions, Button } from '../../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Select } from '../../../ui/Select.tsx'
import { usePolling } from '../../../ui/usePolling.ts'
import { ClosingFigures, type ClosingFilter, ClosingLoans, type MonthClose } from './ClosingFigures.tsx'

type Check = MonthClose['checks'][number]

/** Two financial years. */
const MONTHS_SHOWN = 24

type Props = {
  month: string | undefined
  filter: ClosingFilter
  onChange: (changed: { month?: string } & Partial<ClosingFilter>) => void
}

/** The close of a month: checklist, figures by product and class, approval. */
export function MonthEndClose({ month, filter, onChange }: Props) {
  const closings = useApi(closingApi.monthCloseList, {}, { enabled: month === undefined })
  const chosen = month ?? closings.data?.next
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label="Month"
          value={chosen ?? ''}
          placeholder="Select month"
          options={monthsUpTo(chosen)}
          onChange={event => onChange({ month: event.target.value, kind: undefined })}
        />
      </div>
      {!chosen && <LoadError of={closings} />}
      {chosen && filter.kind ? (
        <ClosingLoans
          month={chosen}
          filter={{ ...filter, kind: filter.kind }}
          onBack={() => onChange({ kind: undefined, product: undefined, class: undefined })}
        />
      ) : (
        chosen && <Month key={chosen} month={chosen} onOpen={onChange} />
      )}
    </div>
  )
}

/** The latest first; a month that is looked at is one of them. */
function monthsUpTo(chosen: string | undefined) {
  const now = localDate(`${todayInLagos().slice(0, 7)}-01`)
  const months = Array.from(
    { length: MONTHS_SHOWN },
    (_, back) => payMonthOf(addMonths(now, -back)) as string,
  )
  const all = chosen && !months.includes(chosen) ? [chosen, ...months].toSorted().reverse() : months
  return all.map(value => ({ value, label: formatMonth(value) }))
}

function Month({ month, onOpen }: { month: string; onOpen: (filter: ClosingFilter) => void }) {
  const close = useApi(closingApi.monthCloseGet, { month })
  const [submitting, setSubmitting] = useState(false)
  const [asked, setAsked] = useState<string>()
  const calculate = useAct(closingApi.monthCloseCalculate)
  const mayAsk = useMay('money.ask')
  const found = close.data
  const calculatedAt = found?.figures?.calculatedAt ?? ''
  const isCalculating = asked !== undefined && asked === calculatedAt
  const { refetch } = close
  const look = useCallback(() => refetch(), [refetch])
  usePolling(isCalculating, look)
  if (!found) return close.error ? <LoadError of={close} /> : <CardSkeleton />
  const whyNot = mayAsk ? undefined : `Only ${rolesNamed('money.ask', 'and')} can do this.`
  const text = formatMonth(month)
  return (
    <>
      {found.pendingApprovalId && <PendingApprovalNotice approvalId={found.pendingApprovalId} />}
      {found.state === 'closed' ? (
        <Closed of={found} />
      ) : (
        <Card
          title={`Checklist of ${text}`}
          flush
          actions={
            <Actions>
              <Button
                size="small"
                disabledReason={
                  whyNot ?? (found.state === 'running' ? `${text} is not over yet.` : undefined)
                }
                pending={isCalculating || calculate.isPending}
                onClick={() => calculate.mutate({ month }, { onSuccess: () => setAsked(calculatedAt) })}
              >
                Calculate figures
              </Button>
              <Button
                size="small"
                look="primary"
                disabledReason={whyNot ?? whyNotSubmit(found)}
                onClick={() => setSubmitting(true)}
              >
                Submit for approval
              </Button>
            </Actions>
          }
        >
          {calculate.error && <Notice tone="negative">{calculate.error.message}</Notice>}
          <ul className="divide-y divide-line">
            {found.checks.map(check => (
              <CheckRow key={check.check} of={check} month={month} />
            ))}
          </ul>
        </Card>
      )}
      {found.figures && <ClosingFigures of={found} figures={found.figures} onOpen={onOpen} />}
      {submitting && <SubmitDialog of={found} onClose={() => setSubmitting(false)} />}
    </>
  )
}

function whyNotSubmit({ checks, pendingApprovalId }: MonthClose): string | undefined {
  if (pendingApprovalId) return 'The close is pending approval already.'
  return checks.find(({ state }) => state === 'blocked')?.found
}

const TITLES: Record<ClosingCheck, string> = {
  monthOver: 'Month over',
  monthBefore: 'Month before',
  dailyRun: 'Daily run',
  figures: 'Figures',
  approvals: 'Approvals',
  files: 'Deduction files',
  suspense: 'Suspense',
  bank: 'Bank reconciliation',
}

const STATES = {
  ok: { Icon: CheckCircle2, className: 'text-positive', word: 'Done' },
  warning: { Icon: TriangleAlert, className: 'text-caution', word: 'Warning' },
  blocked: { Icon: CircleX, className: 'text-negative', word: 'Blocked' },
  none: { Icon: CircleMinus, className: 'text-faint', word: 'Not checked' },
} as const

/** Where what is missing is put right. */
function placeOf(check: ClosingCheck, month: string): { to: string; title: string } | undefined {
  switch (check) {
    case 'dailyRun':
      return { to: settingsPath('health'), title: 'Open system health' }
    case 'approvals':
      return { to: paths.usersTab('approvals'), title: 'Open approvals' }
    case 'files':
      return { to: paths.repaymentsTab('calendar', { month }), title: 'Open payroll calendar' }
    case 'suspense':
      return { to: paths.repaymentsTab('suspense'), title: 'Open suspense' }
    default:
      return undefined
  }
}

function CheckRow({ of, month }: { of: Check; month: string }) {
  const { Icon, className, word } = STATES[of.state]
  const place = of.state === 'ok' ? undefined : placeOf(of.check, month)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
      <Icon aria-hidden size={18} className={className} />
      <span className="sr-only">{word}: </span>
      <span className="w-36 font-medium max-sm:flex-1">{TITLES[of.check]}</span>
      <span className="min-w-0 flex-1 text-muted max-sm:basis-full">{of.found}</span>
      {place && (
        <Link to={place.to} className="underline decoration-line underline-offset-4 hover:decoration-current">
          {place.title}
        </Link>
      )}
    </li>
  )
}

function SubmitDialog({ of, onClose }: { of: MonthClose; onClose: () => void }) {
  const warnings = of.checks.filter(({ state }) => state === 'warning')
  return (
    <ActDialog
      endpoint={closingApi.monthCloseSubmit}
      initial={Object.fromEntries(warnings.map(({ check }) => [check, '']))}
      input={values => ({
        month: of.month,
        acknowledged: warnings.map(({ check }) => ({ check, reason: values[check] ?? '' })),
        reason: values.reason,
      })}
      fieldName={path => warnings[Number.parseInt(path.split('.')[1] ?? '', 10)]?.check ?? path}
      onClose={onClose}
      done="Submitted for approval."
      title={`Close ${formatMonth(of.month)}`}
      description="Needs approval. The figures are posted when it is approved. Afterwards nothing can be posted in the month."
      action="Submit close"
      reason
    >
      {({ field }) =>
        warnings.map(({ check, found }) => (
          <Textarea
            key={check}
            {...field(check)}
            label={`Reason: ${TITLES[check].toLowerCase()}`}
            hint={found}
            rows={2}
          />
        ))
      }
    </ActDialog>
  )
}

function Closed({ of: { closing, through } }: { of: MonthClose }) {
  if (!closing) return null
  return (
    <Card title={`Closed through ${dayText(through)}`}>
      <DefinitionList
        items={[
          { term: 'Submitted by', value: closing.submittedBy },
          { term: 'Approved by', value: closing.approvedBy },
          { term: 'Closed', value: closing.closedAt && <RelativeTime at={closing.closedAt} /> },
          ...closing.acknowledged.map(({ check, found, reason }) => ({
            term: TITLES[check],
            value: `${found} Reason: ${reason}`,
          })),
        ]}
      />
    </Card>
  )
}
