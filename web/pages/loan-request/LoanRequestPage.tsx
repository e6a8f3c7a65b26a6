import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { may, rolesNamed } from '../../../contract/roles.ts'
import { formatMoment } from '../../../engine/dates.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'
import { goTo, useAddress } from './address.ts'
import { ClearancePanel } from './ClearancePanel.tsx'
import { isMissingIdNumbers } from './draft.ts'
import { type DraftStore, openDraftStore } from './draftStore.ts'
import { SentNotice } from './SentNotice.tsx'
import { StatusPanel } from './StatusPanel.tsx'
import type { PublicPage } from './steps.ts'
import { usePublicPage } from './usePublicPage.ts'

const OFFICER_CODE_MAX_LENGTH = 60

/** The three views of this page: heading and link text. */
const VIEWS = {
  apply: { title: 'Apply for a loan', way: 'Apply for a loan' },
  status: { title: 'Your loan request', way: 'Already applied?' },
  clearance: { title: 'Verify a clearance letter', way: 'Verify a clearance letter' },
} as const
type View = keyof typeof VIEWS
const VIEW_NAMES = Object.keys(VIEWS) as View[]

/** Thumbs need 44 pixels, and the disclosure rules ask for print of at least ten points. */
const FOR_SMALL_PHONES =
  'max-sm:[&_input:not([type=checkbox],[type=radio],[type=file])]:h-11 max-sm:[&_select]:h-11 max-sm:[&_dialog_button]:min-h-11 [&_.text-xs]:text-[0.84rem]'

export default function LoanRequestPage() {
  const search = useAddress()
  const code = (search.get('accountOfficerCode') ?? '').trim().slice(0, OFFICER_CODE_MAX_LENGTH)
  const [drafts] = useState(() => openDraftStore(code))
  const draft = useSyncExternalStore(drafts.subscribe, drafts.get)
  const [round, setRound] = useState(0)
  const { page, problem, ask } = usePublicPage(draft.officerCode)
  const view = VIEW_NAMES.find(name => name === search.get('view')) ?? 'apply'
  const session = useSession()
  // without a session the visitor is an applicant
  const mayStart = session.state !== 'live' || may(session.claims.role, 'request.initiate')

  const show = (next: View): void => goTo({ step: null, view: next === 'apply' ? null : next })
  const startAgain = (): void => {
    drafts.restart()
    setRound(now => now + 1)
    show('apply')
  }
  const body = (): ReactNode => {
    if (view === 'status')
      return <StatusPanel reference={draft.sent?.reference ?? ''} documents={page?.requiredDocuments ?? []} />
    if (view === 'clearance') return <ClearancePanel />
    if (draft.sent)
      return <SentNotice sent={draft.sent} onStatus={() => show('status')} onAnother={startAgain} />
    if (!mayStart) return <NoPermission />
    if (page) return <Apply key={round} {...{ drafts, page, startAgain }} onPageStale={ask} />
    return problem ? <ErrorState message={problem} onRetry={ask} /> : <Spinner centred />
  }
  return (
    <div className={FOR_SMALL_PHONES}>
      <PageHeading
        title={VIEWS[view].title}
        description={
          <>
            {view === 'apply' && 'For people paid through a government payroll. '}
            {VIEW_NAMES.filter(name => name !== view).map(name => (
              <button
                key={name}
                type="button"
                onClick={() => show(name)}
                className="-my-3 mr-4 py-3 font-medium text-brand-ink underline underline-offset-4 last:mr-0"
              >
                {VIEWS[name].way}
              </button>
            ))}
          </>
        }
      />
      <Offline />
      {body()}
    </div>
  )
}

type ApplyProps = {
  drafts: DraftStore
  page: PublicPage
  startAgain: () => void
  onPageStale: () => void
}

function Apply({ drafts, page, startAgain, onPageStale }: ApplyProps) {
  if (!page.isOpen)
    return (
      <Notice tone="caution" title="Loan requests are closed">
        <p>{page.notice || 'We are not accepting loan requests at the moment.'}</p>
        {drafts.foundFrom && <p className="mt-1">Your answers are saved on this device.</p>}
      </Notice>
    )
  return (
    <ApplicationForm
      {...{ drafts, page, onPageStale }}
      intro={<RequestSource officer={page.officer} />}
      resumed={<RestoredDraft drafts={drafts} onStartAgain={startAgain} />}
    />
  )
}

/** Shown before the form, because the server would reject the request at the end. */
function NoPermission() {
  return (
    <Notice tone="caution" title="You do not have permission to start requests">
      <p>
        Only {rolesNamed('request.initiate', 'and')} can start requests. To apply for a loan yourself, log out
        first.
      </p>
      <p className="mt-2">
        <a href="#/" className="font-medium underline underline-offset-4">
          Back to dashboard
        </a>
      </p>
    </Notice>
  )
}

/** Names the user who starts the request for the applicant, and the account officer of the link. */
function RequestSource({ officer }: { officer: PublicPage['officer'] }) {
  const session = useSession()
  const staff = session.state === 'live' ? (session.claims.name ?? 'staff') : undefined
  return (
    <>
      {staff && (
        <Notice tone="notice">
          You are starting this request as {staff}. Your name is recorded with the request and its documents.
        </Notice>
      )}
      {officer && (
        <Notice tone="brand">
          {officer.name
            ? `You are applying through ${officer.name}.`
            : `We do not recognise the account officer code “${officer.code}”. You can continue. The code is saved with your request.`}
        </Notice>
      )}
    </>
  )
}

function RestoredDraft({ drafts, onStartAgain }: { drafts: DraftStore; onStartAgain: () => void }) {
  const [isShown, setShown] = useState(drafts.foundFrom !== undefined)
  const [isAsking, setAsking] = useState(false)
  const [needsNumbers] = useState(() => isMissingIdNumbers(drafts.get()))
  if (!isShown || !drafts.foundFrom) return null
  return (
    <div className="mb-6">
      <Notice tone="positive">
        <p>
          Your draft of {formatMoment(new Date(drafts.foundFrom))} (Lagos time) was restored.
          {needsNumbers && ' For your safety, BVN and NIN are not saved. Please enter them again.'}
        </p>
        <div className="-mx-3 mt-1 flex flex-wrap">
          <Button look="quiet" size="large" className="!px-3 !text-positive" onClick={() => setShown(false)}>
            Continue draft
          </Button>
          <Button look="quiet" size="large" className="!px-3 !text-positive" onClick={() => setAsking(true)}>
            Start again
          </Button>
        </div>
      </Notice>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Start again?"
        description="Your answers are deleted from this device."
        action="Start again"
        danger
        onConfirm={onStartAgain}
      />
    </div>
  )
}

function Offline() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className="sticky top-0 z-10">
      {!isOnline && (
        <div className="pb-4">
          <Notice tone="caution" title="You are offline">
            Your answers are saved on this device. You can continue. We will send them when you are back
            online.
          </Notice>
        </div>
      )}
    </div>
  )
}
