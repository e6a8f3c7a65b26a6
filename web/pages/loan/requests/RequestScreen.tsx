import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { formatNaira } from '../../../../engine/money.ts'
import type { ApiError } from '../../../api.ts'
import { useCurrentUser } from '../../../parts/currentUser.ts'
import { DocumentList } from '../../../parts/lazyParts.tsx'
import { PayrollCard } from '../../../parts/payroll/PayrollCard.tsx'
import { type Act, type LoanRequest, QUEUES } from '../../../parts/requestWords.ts'
import { todayInLagos } from '../../../parts/today.ts'
import { useShortcuts } from '../../../parts/useShortcuts.ts'
import { paths, type Stage } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { useGuardedNavigate } from '../../../ui/useGuardedNavigate.ts'
import { ActivityCard, COMMENT_FIELD } from './ActivityCard.tsx'
import { ApplicantCard } from './ApplicantCard.tsx'
import { Checklist, ChecklistTally } from './Checklist.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import type { Doing } from './DecisionDialog.tsx'
import {
  DECISION_WORDS,
  DECISIONS,
  type Decision,
  type DecisionProps,
  meansPageIsOld,
  whyNot,
} from './decisions.ts'
import { KeyFigures } from './KeyFigures.tsx'
import { LastDecision } from './LastDecision.tsx'
import { RequestHeading } from './RequestHeading.tsx'
import { useClaims } from './useClaims.ts'
import { type Neighbours, useNeighbours } from './useNeighbours.ts'

/** Loaded separately, because it imports the schedule engine. */
const TermsCard = lazyPart(
  () => import('./TermsCard.tsx').then(card => card.TermsCard),
  <CardSkeleton lines={12} />,
)
const DecisionDialog = lazyPart(() => import('./DecisionDialog.tsx').then(dialog => dialog.DecisionDialog))

type Props = { request: LoanRequest; stage: Stage }

/** One request with everything needed for the decision. */
export function RequestScreen({ request, stage }: Props) {
  const { row, offers } = request
  const today = todayInLagos()
  const near = useNeighbours(request, stage)
  const decide = useDeciding(request, near)
  const claims = useClaims([row])
  const claim = (): void => claims.claim([row.id])
  const release = (): void => claims.release([row.id])
  const free = (): void => claims.free(row.id)
  useRequestKeys(request, near, { begin: decide.begin, claim, release })
  return (
    <>
      <RequestHeading
        request={request}
        stage={stage}
        near={near}
        claims={{ claim, release, free, pending: claims.pending }}
      />
      <Notices request={request} stage={stage} refusal={decide.refusal} onRead={decide.forgetRefusal} />
      <KeyFigures request={request} />
      <div className="mt-6 flex flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_23rem] xl:items-start">
        <div className={COLUMN}>
          <Card flush title="Checklist" actions={<ChecklistTally checks={request.checklist} />}>
            <Checklist
              checks={request.checklist}
              known={request.known}
              offer={offers.override}
              onOverride={check => decide.open({ act: 'override', check })}
            />
          </Card>
          <div className="order-2 flex flex-col gap-6">
            <TermsCard request={request} today={today} />
            <PayrollCard
              staffNumber={request.application.ippisNumber}
              source={request.application.payrollSource}
            />
          </div>
          <div className="order-4">
            <ActivityCard request={request} />
          </div>
        </div>
        <div className={COLUMN}>
          <Card title="Documents" className="order-1">
            <div className="-my-2">
              <DocumentList
                subjectType="request"
                subjectId={row.id}
                addRefusal={offers.addDocument.allowed ? undefined : (offers.addDocument.why ?? undefined)}
              />
            </div>
          </Card>
          <div className="order-3">
            <ApplicantCard request={request} today={today} />
          </div>
        </div>
      </div>
      <DecisionBar request={request} onDecide={decide.begin} />
      {decide.dialog}
    </>
  )
}

/** Two columns on a wide screen; one on a phone, in this order: checklist, documents, terms, applicant. */
const COLUMN = 'contents xl:flex xl:min-w-0 xl:flex-col xl:gap-6'

/** The dialog of the current decision, its error, and the navigation after it. */
function useDeciding(request: LoanRequest, near: Neighbours) {
  const client = useQueryClient()
  const follow = useGuardedNavigate()
  // keeps the request as shown, so that a newer version does not replace it while the user decides
  const [deciding, setDeciding] = useState<{ doing: Doing; shown: LoanRequest; next: string | null }>()
  const [refusal, setRefusal] = useState<string>()
  const [note, setNote] = useState('')

  const open = (next: Doing): void => {
    setRefusal(undefined)
    setDeciding({ doing: next, shown: request, next: near.next })
  }
  const close = (): void => setDeciding(undefined)
  const done: DecisionProps['onDone'] = (message, link) => {
    toast('success', message, link ? { link } : {})
    setNote('')
    // closed before navigating, so that the unsaved-note guard does not ask
    flushSync(close)
    if (!deciding || deciding.doing.act === 'override') return
    follow(deciding.next ? near.addressOf(deciding.next) : near.back)
  }
  const refused = (error: ApiError, typed: string): boolean => {
    if (!meansPageIsOld(error)) return false
    setNote(typed)
    close()
    setRefusal(error.message)
    window.scrollTo({ top: 0 })
    void client.invalidateQueries()
    return true
  }
  return {
    open,
    begin: (act: Decision): void => open({ act }),
    refusal,
    forgetRefusal: () => setRefusal(undefined),
    dialog: deciding && (
      <DecisionDialog
        doing={deciding.doing}
        request={deciding.shown}
        note={note}
        onClose={close}
        onDone={done}
        onRefused={refused}
      />
    ),
  }
}

type Acts = { begin: (act: Decision) => void; claim: () => void; release: () => void }

/** Keyboard shortcuts. A key that is not available shows the reason, like its button. */
function useRequestKeys(request: LoanRequest, near: Neighbours, { begin, claim, release }: Acts): void {
  const follow = useGuardedNavigate()
  const { row } = request
  const isMine = row.claimedBy?.id === useCurrentUser().id
  const go = (id: string | null, none: string) => (): void => {
    if (id) follow(near.addressOf(id))
    else toast('info', none, { id: 'queue-end' })
  }
  const unless = (act: Act, run: () => void) => (): void => {
    const why = whyNot(request, act)
    if (why) toast('info', why, { id: 'why-not' })
    else run()
  }
  const next = go(near.next, `This is the last request of this ${near.place}.`)
  const previous = go(near.previous, `This is the first request of this ${near.place}.`)
  const decisions = DECISIONS[row.stage].map(
    act => [DECISION_WORDS[act].key, unless(act, () => begin(act))] as const,
  )
  useShortcuts({
    j: next,
    n: next,
    k: previous,
    p: previous,
    c: isMine ? release : unless('claim', claim),
    ...Object.fromEntries(decisions),
    e: row.stage === 'rejected' ? unless('edit', () => follow(paths.rejectedRequestEdit(row.id))) : undefined,
    m: () => document.querySelector<HTMLElement>(`[name=${COMMENT_FIELD}]`)?.focus(),
  })
}

type NoticesProps = { request: LoanRequest; stage: Stage; refusal: string | undefined; onRead: () => void }

/** Notices above the request. */
function Notices({ request, stage, refusal, onRead }: NoticesProps) {
  const { row, documentsWanted, customerId, loanId } = request
  const hasMoved = row.stage !== stage
  const settled = loanId ? [] : request.topUp.filter(each => each.isChosen)
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden">
      {refusal && (
        <Notice
          tone="negative"
          title="Decision not recorded"
          action={
            <Button size="small" look="quiet" onClick={onRead}>
              Dismiss
            </Button>
          }
        >
          {refusal} The request below has been refreshed.
        </Notice>
      )}
      {hasMoved && (
        <Notice tone="notice">
          This request is now in{' '}
          <Link to={paths.request(row.stage, row.id)} className="font-medium underline underline-offset-2">
            {QUEUES[row.stage].title}
          </Link>
          .
        </Notice>
      )}
      <LastDecision timeline={request.timeline} />
      {documentsWanted && (
        <Notice tone="caution" title="Documents requested">
          {documentsWanted}
        </Notice>
      )}
      {settled.map(each => (
        <Notice key={each.loanId} tone="notice" title="Top-up">
          The disbursement settles{' '}
          <Link to={paths.loan(each.loanId)} className="font-medium underline underline-offset-2">
            {each.number}
          </Link>
          : {formatNaira(each.settlement)} at today’s date.
        </Notice>
      ))}
      {loanId && (
        <Notice tone="positive" title="Loan created">
          <Link to={paths.loan(loanId)} className="font-medium underline underline-offset-2">
            Open loan
          </Link>
          {customerId && (
            <>
              {' · '}
              <Link to={paths.customer(customerId)} className="font-medium underline underline-offset-2">
                Open customer
              </Link>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}
