import clsx from 'clsx'
import { useState } from 'react'
import { dayText } from '../../parts/figures.ts'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { FROZEN, type Loan } from '../../parts/loan/loanWords.ts'
import { SignalNotice } from '../../parts/payroll/SignalNotice.tsx'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DisbursementCard } from './DisbursementCard.tsx'
import { InstructionCard } from './InstructionCard.tsx'
import { LoanHeading } from './LoanHeading.tsx'
import { LoanLinks } from './LoanLinks.tsx'
import { LoanRefundNotice } from './LoanRefundNotice.tsx'
import { LoanTabs } from './LoanTabs.tsx'
import { ConductNotice } from './loan/ConductNotice.tsx'
import type { Doing } from './loan/LoanActDialog.tsx'
import { LoanFigures } from './loan/LoanFigures.tsx'

const LoanActDialog = lazyPart(() => import('./loan/LoanActDialog.tsx').then(dialog => dialog.LoanActDialog))
const PayoutMakeDialog = lazyPart(() =>
  import('./PayoutMakeDialog.tsx').then(dialog => dialog.PayoutMakeDialog),
)
const QuoteDialog = lazyPart(() => import('./loan/QuoteDialog.tsx').then(dialog => dialog.QuoteDialog))

type Props = {
  loan: Loan
  /** A past date; the loan is then read-only. */
  asOf: string | undefined
  refreshing: boolean
}

/** One loan: figures, schedule, transactions and actions. */
export function LoanScreen({ loan, asOf, refreshing }: Props) {
  const [, setDay] = useUrlParam('asOf', { preventScrollReset: true })
  const [, setTab] = useUrlParam('tab', { replace: true, preventScrollReset: true })
  const [doing, setDoing] = useState<Doing | 'quote'>()
  const stop = (): void => setDoing(undefined)
  const quote = (): void => setDoing('quote')
  return (
    <>
      <LoanHeading
        loan={loan}
        asOf={asOf}
        onDay={setDay}
        onAct={form => setDoing({ form })}
        onQuote={quote}
      />
      <LoanNotices loan={loan} asOf={asOf} onToday={() => setDay(undefined)} />
      <div className={clsx('transition-opacity', refreshing && 'opacity-60')} aria-busy={refreshing}>
        <LoanFigures loan={loan} />
        {!asOf && <InstructionCard loanId={loan.row.id} />}
        <LoanTabs
          loan={loan}
          asOf={asOf}
          onTab={(tab, first) => setTab(tab === first ? undefined : tab)}
          onReverse={of => setDoing({ form: 'reversal', preset: { of } })}
          onSettle={quoteId => setDoing({ form: 'settle', preset: { quoteId } })}
          onQuote={quote}
        />
      </div>
      {doing === 'quote' ? (
        <QuoteDialog
          loan={loan}
          onClose={stop}
          onMade={() => {
            stop()
            setTab('letters')
          }}
        />
      ) : doing?.form === 'disburse' ? (
        <PayoutMakeDialog
          selection={{ count: 1, input: { loanIds: [loan.row.id] } }}
          loanNumber={loan.row.number}
          onClose={stop}
        />
      ) : (
        doing && (
          <LoanActDialog
            key={`${doing.form} ${doing.preset?.of}`}
            {...doing}
            form={doing.form}
            loan={loan}
            onClose={stop}
            onQuote={quote}
          />
        )
      )}
    </>
  )
}

type NoticesProps = Pick<Props, 'loan' | 'asOf'> & { onToday: () => void }

/** Notices above the figures. */
function LoanNotices({ loan, asOf, onToday }: NoticesProps) {
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden">
      {asOf && (
        <Notice
          tone="brand"
          title={`Loan at ${dayText(asOf)}`}
          action={
            <Button size="small" onClick={onToday}>
              Return to today
            </Button>
          }
        >
          Later transactions are not shown. Return to today to make changes.
        </Notice>
      )}
      {loan.row.frozen && (
        <Notice tone="notice" title={`Frozen: ${FROZEN[loan.row.frozen]}`}>
          No disbursement, charge, penalty or restructuring until it is unfrozen. Repayments are still
          accepted.
        </Notice>
      )}
      {!asOf && <ConductNotice loan={loan} />}
      {!asOf && <DisbursementCard loan={loan} />}
      <LoanLinks loan={loan} />
      {!asOf && <LoanRefundNotice row={loan.row} />}
      {!asOf && <SignalNotice of={{ loanId: loan.row.id }} />}
      {loan.pendingApprovalId && !asOf && <PendingApprovalNotice approvalId={loan.pendingApprovalId} />}
    </div>
  )
}
