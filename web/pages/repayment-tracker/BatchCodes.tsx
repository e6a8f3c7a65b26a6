import { repaymentApi } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { LoadNotice } from '../../parts/LoadError.tsx'
import {
  type Batch,
  type BatchCode,
  rowsText,
  WHY_NO_REPAYMENT,
} from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'

/** Codes of a file that the settings of its source do not name. Each is marked once, for every row and later files. */
export function BatchCodes({ batch }: { batch: Batch }) {
  const { undecided, foreign } = batch
  const isNeeded = undecided.unknownElement > 0 || foreign.rows > 0
  const codes = useApi(repaymentApi.repaymentCodeList, { id: batch.id }, { enabled: isNeeded })
  if (!isNeeded) return null
  const rows = codes.data?.rows ?? []
  const open = rows.filter(row => row.isOurs === null)
  const isDraft = batch.status === 'open' || batch.status === 'waiting'
  const hidden = (codes.data?.total ?? 0) - rows.length
  return (
    <section aria-label="Deduction codes" className="empty:hidden">
      <LoadNotice of={codes} title="Deduction codes could not be loaded" />
      {isDraft && open.length > 0 && (
        <Card
          flush
          title={`Whose deductions are ${rowsText(undecided.unknownElement)}?`}
          actions={
            <LinkButton size="small" to={`${paths.repayment(batch.id)}?bin=unknownElement`}>
              Show rows
            </LinkButton>
          }
        >
          <p className="border-b border-line bg-canvas/50 px-5 py-3 text-[0.8125rem] text-muted">
            {batch.sourceName} has codes in Settings, and these are not among them. Your answer applies to
            every row of this file and to later files of {batch.sourceName}. You cannot approve this batch
            afterwards.
          </p>
          <ul>
            {open.map(code => (
              <Question key={`${code.kind} ${code.key}`} batch={batch} code={code} />
            ))}
          </ul>
          {hidden > 0 && (
            <p className="px-5 py-3 text-muted">{countText(hidden)} more codes appear as you mark these.</p>
          )}
        </Card>
      )}
      {rows.length > open.length && (
        <Answered codes={rows.filter(row => row.isOurs !== null)} batch={batch} />
      )}
    </section>
  )
}

const KIND_WORDS = { element: 'Element', beneficiary: 'Beneficiary' } as const
const nameOf = ({ code, key }: BatchCode): string => (code.trim() === '' ? key : code)

function Question({ batch, code }: { batch: Batch; code: BatchCode }) {
  const mark = useAct(repaymentApi.repaymentCodeMark)
  const mayAsk = useMay('money.ask')
  const whyNot = mayAsk ? (batch.approvalId ? 'Pending approval already.' : undefined) : WHY_NO_REPAYMENT
  const answer = (isOurs: boolean): void =>
    mark.mutate(
      { id: batch.id, kind: code.kind, key: code.key, isOurs },
      {
        onSuccess: ({ rows, isQueued }) =>
          toast(
            'success',
            isQueued
              ? `${nameOf(code)} marked. ${rowsText(rows)} will be matched in a few minutes.`
              : `${nameOf(code)} marked as ${isOurs ? 'ours' : 'not ours'} on ${rowsText(rows)}.`,
          ),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-5 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{nameOf(code)}</p>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {KIND_WORDS[code.kind]}, {rowsText(code.rows)}, {formatNaira(code.total)}
          {code.sample !== '' && `, for example ${code.sample}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          look="primary"
          aria-label={`${nameOf(code)}: this is ours`}
          pending={mark.isPending}
          disabledReason={whyNot}
          onClick={() => answer(true)}
        >
          This is ours
        </Button>
        <Button
          size="small"
          aria-label={`${nameOf(code)}: this is not ours`}
          pending={mark.isPending}
          disabledReason={whyNot}
          onClick={() => answer(false)}
        >
          This is not ours
        </Button>
      </div>
    </li>
  )
}

function Answered({ codes, batch }: { codes: readonly BatchCode[]; batch: Batch }) {
  return (
    <details className="mt-3 rounded-xl border border-line bg-surface px-5 py-3">
      <summary className="cursor-pointer rounded">
        {batch.foreign.rows > 0
          ? `${rowsText(batch.foreign.rows)} (${formatNaira(batch.foreign.total)}) deducted for other lenders, left out`
          : `${countText(codes.length)} codes marked by users`}
      </summary>
      <ul className="mt-3 flex flex-col gap-2">
        {codes.map(code => (
          <li key={`${code.kind} ${code.key}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={code.isOurs ? 'positive' : 'neutral'}>{code.isOurs ? 'Ours' : 'Not ours'}</Badge>
            <span className="font-medium break-words">{nameOf(code)}</span>
            <span className="text-[0.8125rem] text-muted tabular-nums">
              {rowsText(code.rows)}, {formatNaira(code.total)}
              {code.answeredBy && `, marked by ${code.answeredBy} `}
              {code.answeredAt && <RelativeTime at={code.answeredAt} />}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
