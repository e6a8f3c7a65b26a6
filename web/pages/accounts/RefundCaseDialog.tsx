import { useState } from 'react'
import { refundApi } from '../../../contract/refunds.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LINE_STATUSES, payoutPath } from './payoutWords.ts'
import { RefundSubmitDialog } from './RefundActs.tsx'
import { REFUND_STATES, type RefundCase, stateOf } from './refundWords.ts'

/** The story of one refund: what made it, who approved it, what the bank did, and what can be done now. */
export function RefundCaseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useApi(refundApi.refundGet, { id })
  const { data, error } = query
  const [doing, setDoing] = useState<'propose' | 'setOff'>()
  const mayAct = useMay('money.ask')
  const close = (): void => setDoing(undefined)
  return (
    <>
      <Dialog
        open
        width="sheet"
        onClose={onClose}
        title={data ? `Refund ${data.number}, ${formatNaira(data.amount)}` : 'Refund'}
        description={data && `${data.customerName}, loan ${data.loanNumber}`}
        footer={
          <>
            {data && <LinkButton to={paths.loan(data.loanId)}>View loan</LinkButton>}
            {data && mayAct && data.setOff.length > 0 && (
              <Button onClick={() => setDoing('setOff')}>Use for another loan</Button>
            )}
            {data && mayAct && SUBMITTED.has(data.status) && (
              <Button
                look="primary"
                disabledReason={data.cannotReturn === null ? undefined : (data.cannotPropose ?? undefined)}
                onClick={() => setDoing('propose')}
              >
                Propose refund
              </Button>
            )}
          </>
        }
      >
        {error && <LoadError of={query} missing="Refund not found" />}
        {!data && !error && <Skeleton className="h-64" />}
        {data && <Story of={data} />}
      </Dialog>
      {data && doing === 'propose' && <RefundSubmitDialog act="propose" refunds={[data]} onClose={close} />}
      {data && doing === 'setOff' && <SetOffDialog refund={data} onClose={close} />}
    </>
  )
}

const SUBMITTED: ReadonlySet<RefundCase['status']> = new Set(['detected', 'returned', 'unclaimed'])

function Story({ of }: { of: RefundCase }) {
  const state = REFUND_STATES[stateOf(of)]
  return (
    <div className="flex flex-col gap-4">
      {of.pendingApprovalId && <PendingApprovalNotice approvalId={of.pendingApprovalId} />}
      {of.warnings.map(text => (
        <Notice key={text} tone="caution">
          {text}
        </Notice>
      ))}
      <DefinitionList
        items={[
          {
            term: 'State',
            value: (
              <>
                <Badge tone={state.tone} dot>
                  {state.title}
                </Badge>{' '}
                <span className="text-muted">since {dayText(of.since)}</span>
                {of.isBelowMinimum && of.status === 'detected' && <p className="text-muted">{state.means}</p>}
                {of.note && <p className="text-muted">{of.note}</p>}
              </>
            ),
          },
          { term: 'Why', value: of.rule },
          { term: 'Credit since', value: dayText(of.detectedOn) },
          { term: 'Credit of the loan now', value: formatNaira(of.loanCredit) },
          {
            term: of.office ? `Bank account of ${of.office}` : 'Bank account',
            value: of.account === '' ? 'Not provided' : `${of.bankName} ${of.account}`,
          },
          ...(of.proposedBy
            ? [{ term: 'Proposed', value: `${of.proposedBy}${of.reason ? `: ${of.reason}` : ''}` }]
            : []),
          ...(of.approvedBy ? [{ term: 'Approved', value: of.approvedBy }] : []),
        ]}
      />
      <section aria-label="Payments that made the credit">
        <h3 className="mb-2 text-[0.8125rem] font-semibold">Payments that made the credit</h3>
        {of.payments.length === 0 ? (
          <p className="text-muted">The credit was used or reversed.</p>
        ) : (
          <ul className="ruled rounded-lg border border-line text-[0.8125rem]">
            {of.payments.map(each => (
              <li key={`${each.on} ${each.text}`} className="flex justify-between gap-x-6 px-3 py-2">
                <span>
                  {each.text}{' '}
                  <span className="text-muted">
                    {dayText(each.on)}
                    {each.afterRepaid ? ', after the loan was repaid' : ', in part'}
                  </span>
                </span>
                <Amount of={each.amount} className="shrink-0 font-medium" />
              </li>
            ))}
          </ul>
        )}
      </section>
      {of.lines.length > 0 && (
        <section aria-label="Bank payments">
          <h3 className="mb-2 text-[0.8125rem] font-semibold">Bank payments</h3>
          <ul className="ruled rounded-lg border border-line text-[0.8125rem]">
            {of.lines.map(line => (
              <li key={line.reference} className="flex flex-wrap justify-between gap-x-6 px-3 py-2">
                <span>
                  <LinkButton to={payoutPath(line.batchId)} size="small">
                    {line.batchNumber}
                  </LinkButton>{' '}
                  <span className="text-muted">
                    {[line.reference, line.bankReference, line.bankOn && dayText(line.bankOn), line.reason]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </span>
                <Badge tone={LINE_STATUSES[line.status].tone}>{LINE_STATUSES[line.status].title}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** The credit repays another active loan of the customer. Never done by itself. */
function SetOffDialog({ refund, onClose }: { refund: RefundCase; onClose: () => void }) {
  const first = refund.setOff[0]?.loanId ?? ''
  return (
    <ActDialog
      endpoint={refundApi.refundSetOff}
      initial={{ loanId: first }}
      input={({ loanId, reason }, id) => ({ id, caseId: refund.id, loanId, reason })}
      done="Submitted for approval."
      onClose={onClose}
      title={`Use ${formatNaira(refund.amount)} for another loan`}
      description="Needs approval. The credit repays the loan below, up to what it owes. No money moves at the bank."
      action="Submit for approval"
      reason={{ hint: 'Evidence, for example the customer’s letter.' }}
    >
      {({ field }) => (
        <Select
          {...field('loanId')}
          label="Loan to repay"
          options={refund.setOff.map(each => ({
            value: each.loanId,
            label: `${each.number}, ${formatNaira(each.owed)} outstanding`,
          }))}
        />
      )}
    </ActDialog>
  )
}
