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
import { DECISION_WORDS, DECISIONS, type Decision, meansPageIsOld, whyNot } from './decisions.ts'
import { KeyFigures } from './KeyFigures.tsx'
import { LastDecision } from './LastDecision.tsx'
import { RequestHeading } from './RequestHeading.tsx'
import { useClaims } from './useClaims.ts'
import { type Neighbours, useNeighbours } from './useNeighbours.ts'

/** It brings the arithmetic of schedules along, which the rest of the page need not wait for. */
const TermsCard = lazyPart(
  () => import('./TermsCard.tsx').then(card => card.TermsCard),
  <CardSkeleton lines={12} />,
)
const DecisionDialog = lazyPart(() => import('./DecisionDialog.tsx').then(dialog => dialog.DecisionDialog))

type Props = { request: LoanRequest; stage: Stage }

/** "Should we lend?" on one screen. */
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

/** Two columns on a desk; on a phone one, in the order in which one reads: checklist, documents, terms, applicant. */
const COLUMN = 'contents xl:flex xl:min-w-0 xl:flex-col xl:gap-6'

/** One decision at a time: its dialog, what was refused, and where it leads. */
function useDeciding(request: LoanRequest, near: Neighbours) {
  const client = useQueryClient()
  const follow = useGuardedNavigate()
  // With the request as it was on the screen: a newer version arriving underneath is not what one decided on.
  const [deciding, setDeciding] = useState<{ doing: Doing; shown: LoanRequest; next: string | null }>()
  const [refusal, setRefusal] = useState<string>()
  const [note, setNote] = useState('')

  const open = (next: Doing): void => {
    setRefusal(undefined)
    setDeciding({ doing: next, shown: request, next: near.next })
  }
  const close = (): void => setDeciding(undefined)
  const done = (message: string): void => {
    toast('success', message)
    setNote('')
    // gone with its note before the way on is taken: else it would ask whether the note may be lost
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

/** A key that cannot act says why, as its button would. */
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
  const next = go(near.next, `This is the last request in this ${near.place}.`)
  const previous = go(near.previous, `This is the first request in this ${near.place}.`)
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

/** What the reader must know before deciding. */
function Notices({ request, stage, refusal, onRead }: NoticesProps) {
  const { row, documentsWanted, customerId, loanId } = request
  const hasMoved = row.stage !== stage
  const settled = loanId ? [] : request.topUp.filter(each => each.isChosen)
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden">
      {refusal && (
        <Notice
          tone="negative"
          title="Nothing was decided"
          action={
            <Button size="small" look="quiet" onClick={onRead}>
              Dismiss
            </Button>
          }
        >
          {refusal} What you see below is up to date.
        </Notice>
      )}
      {hasMoved && (
        <Notice tone="notice">
          This request has moved on: it is now in{' '}
          <Link to={paths.request(row.stage, row.id)} className="font-medium underline underline-offset-2">
            {QUEUES[row.stage].title}
          </Link>
          .
        </Notice>
      )}
      <LastDecision timeline={request.timeline} />
      {documentsWanted && (
        <Notice tone="caution" title="Waiting for documents">
          {documentsWanted}
        </Notice>
      )}
      {settled.map(each => (
        <Notice key={each.loanId} tone="notice" title="A top-up">
          Its pay-out settles{' '}
          <Link to={paths.loan(each.loanId)} className="font-medium underline underline-offset-2">
            {each.number}
          </Link>
          : {formatNaira(each.settlement)} as of today.
        </Notice>
      ))}
      {loanId && (
        <Notice tone="positive" title="This request has become a loan">
          <Link to={paths.loan(loanId)} className="font-medium underline underline-offset-2">
            Open the loan
          </Link>
          {customerId && (
            <>
              {' · '}
              <Link to={paths.customer(customerId)} className="font-medium underline underline-offset-2">
                Open the customer
              </Link>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}
