import { useState } from 'react'
import { Link } from 'react-router'
import { payrollApi } from '../../../contract/payroll.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMay } from '../currentUser.ts'
import { periodText } from '../intake/intakeWords.ts'
import { SIGNAL_CLOSERS, SIGNALS, type Signal } from './payrollWords.ts'

const CloseSignalDialog = lazyPart(() =>
  import('./CloseSignalDialog.tsx').then(dialog => dialog.CloseSignalDialog),
)

type Props = { of: { loanId: string } | { customerId: string } }

const SHOWN_MAX = 10

export const useOpenSignals = (of: Props['of'], { enabled = true } = {}) =>
  useApi(payrollApi.signalList, { ...of, state: 'open', limit: SHOWN_MAX }, { enabled })

/** Open early warning signals of a loan or customer. */
export function SignalNotice({ of }: Props) {
  const open = useOpenSignals(of)
  const [closing, setClosing] = useState<Signal>()
  const mayClose = useMay('customer.change')
  const signals = open.data?.rows ?? []
  if (signals.length === 0) return null
  const isGrave = signals.some(signal => SIGNALS[signal.kind].tone === 'negative')
  return (
    <>
      <Notice tone={isGrave ? 'negative' : 'caution'} title="Early warning signals" alert={false}>
        <ul className="mt-1 flex flex-col gap-2">
          {signals.map(signal => (
            <li key={signal.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-56 flex-1">
                <span className="font-medium">{SIGNALS[signal.kind].title}</span> in{' '}
                {periodText(signal.month)}: {signal.detail}
                {'customerId' in of && (
                  <>
                    {' · '}
                    <Link to={paths.loan(signal.loanId)} className="underline underline-offset-2">
                      {signal.loanNumber}
                    </Link>
                  </>
                )}
              </span>
              <Button
                size="small"
                disabledReason={mayClose ? undefined : SIGNAL_CLOSERS}
                onClick={() => setClosing(signal)}
              >
                Close signal
              </Button>
            </li>
          ))}
        </ul>
      </Notice>
      {closing && <CloseSignalDialog signal={closing} onClose={() => setClosing(undefined)} />}
    </>
  )
}
