import { Banknote, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type RefundListed, type RefundPayee, refundApi } from '../../../contract/refunds.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira, sum } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Select } from '../../ui/Select.tsx'
import type { RefundRow } from './refundWords.ts'

const PayoutMakeDialog = lazyPart(() =>
  import('./PayoutMakeDialog.tsx').then(dialog => dialog.PayoutMakeDialog),
)

type Props = { status: RefundListed; selected: readonly RefundRow[]; onDone: () => void }

/** What is done with the selected refunds: proposed or marked as unclaimed together, or paid in one batch. */
export function RefundActs({ status, selected, onDone }: Props) {
  const [doing, setDoing] = useState<'propose' | 'unclaim' | 'pay'>()
  const close = (): void => setDoing(undefined)
  const notUnclaimed = selected.find(row => row.cannotUnclaim)?.cannotUnclaim ?? undefined
  return (
    <>
      {status === 'approved' ? (
        <Button
          size="small"
          look="primary"
          icon={<Banknote aria-hidden size={16} />}
          onClick={() => setDoing('pay')}
        >
          Create disbursement batch
        </Button>
      ) : status !== 'belowMinimum' ? (
        <Button
          size="small"
          look="primary"
          icon={<Undo2 aria-hidden size={16} />}
          onClick={() => setDoing('propose')}
        >
          Propose {countOf(selected.length, 'refund')}
        </Button>
      ) : null}
      {UNCLAIMED_FROM.has(status) && (
        <Button size="small" look="quiet" disabledReason={notUnclaimed} onClick={() => setDoing('unclaim')}>
          Mark as unclaimed
        </Button>
      )}
      {doing === 'pay' && (
        <PayoutMakeDialog
          selection={{ count: selected.length, input: { refundIds: selected.map(row => row.id) } }}
          onClose={close}
        />
      )}
      {(doing === 'propose' || doing === 'unclaim') && (
        <RefundSubmitDialog key={doing} act={doing} refunds={selected} onClose={close} onDone={onDone} />
      )}
    </>
  )
}

const UNCLAIMED_FROM: ReadonlySet<RefundListed> = new Set(['detected', 'belowMinimum', 'returned'])

const WORDS = {
  propose: {
    title: 'Propose',
    means: 'Another user approves them. No money moves before they are in a disbursement batch.',
    endpoint: refundApi.refundPropose,
  },
  unclaim: {
    title: 'Mark as unclaimed:',
    means: 'Needs approval. The credits remain a liability and can be proposed again.',
    endpoint: refundApi.refundUnclaim,
  },
} as const

/** "Payroll office: IPPIS". */
const officesText = (refunds: readonly Pick<RefundRow, 'deductedBy'>[]): string =>
  `Payroll office: ${[...new Set(refunds.flatMap(row => row.deductedBy ?? []))].join(', ')}`

function whyNotTo(
  payee: RefundPayee,
  refunds: readonly Pick<RefundRow, 'number' | 'cannotReturn' | 'cannotPropose'>[],
): string | undefined {
  const whyOf = (row: (typeof refunds)[number]) => (payee === 'office' ? row.cannotReturn : row.cannotPropose)
  const first = refunds.find(whyOf)
  return first && `${first.number}: ${whyOf(first)}`
}

type SubmitProps = {
  act: keyof typeof WORDS
  refunds: readonly Pick<
    RefundRow,
    | 'id'
    | 'number'
    | 'amount'
    | 'customerName'
    | 'loanNumber'
    | 'deductedBy'
    | 'cannotReturn'
    | 'cannotPropose'
  >[]
  onClose: () => void
  onDone?: () => void
}

/** Several refunds on one sheet, with their total. */
export function RefundSubmitDialog({ act, refunds, onClose, onDone }: SubmitProps) {
  const { title, means, endpoint } = WORDS[act]
  const total = formatNaira(sum(refunds.map(row => row.amount)))
  return (
    <ActDialog
      endpoint={endpoint}
      initial={{ payee: 'customer' as RefundPayee }}
      input={({ reason, payee }, id) => ({
        id,
        caseIds: refunds.map(row => row.id),
        reason,
        ...(act === 'propose' ? { payee } : {}),
      })}
      disabledReason={({ payee }) => (act === 'propose' ? whyNotTo(payee, refunds) : undefined)}
      done="Submitted for approval."
      onDone={() => {
        onDone?.()
        onClose()
      }}
      onClose={onClose}
      title={`${title} ${countOf(refunds.length, 'refund')}, ${total}`}
      description={means}
      action="Submit for approval"
      reason={{ hint: 'Shown to the approver and in the history.' }}
    >
      {({ field }) => (
        <>
          {act === 'propose' && refunds.some(row => row.deductedBy) && (
            <Select
              {...field('payee')}
              label="Pay to"
              hint="An office that settles with its staff itself gets back what it deducted. No SMS is sent."
              options={[
                { value: 'customer', label: refunds.length === 1 ? 'The customer' : 'The customers' },
                { value: 'office', label: officesText(refunds) },
              ]}
            />
          )}
          <ul
            aria-label="Refunds"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            className="max-h-60 ruled overflow-auto rounded-lg border border-line text-[0.8125rem]"
          >
            {refunds.map(row => (
              <li key={row.id} className="flex justify-between gap-x-6 px-3 py-2 tabular-nums">
                <span className="min-w-0">
                  {row.customerName}{' '}
                  <span className="text-muted">
                    {row.number}, {row.loanNumber}
                  </span>
                </span>
                <span className="shrink-0 font-medium">{formatNaira(row.amount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ActDialog>
  )
}
