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
import { lacksNumbers } from './draft.ts'
import { type DraftStore, openDraftStore } from './draftStore.ts'
import { SentNotice } from './SentNotice.tsx'
import { StatusPanel } from './StatusPanel.tsx'
import type { PublicPage } from './steps.ts'
import { usePublicPage } from './usePublicPage.ts'

const OFFICER_CODE_MAX_LENGTH = 60

/** What can be done here, by its title and by what leads to it. */
const VIEWS = {
  apply: { title: 'Apply for a loan', way: 'Apply for a loan' },
  status: { title: 'Your loan request', way: 'Already applied?' },
  clearance: { title: 'Check a letter of clearance', way: 'Check a letter of clearance' },
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
  // whoever is not signed in is an applicant
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
    if (!mayStart) return <MayNotStart />
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
      <Notice tone="caution" title="Requests are closed">
        <p>{page.notice || 'We are not taking requests at the moment.'}</p>
        {drafts.foundFrom && <p className="mt-1">What you have filled in so far is kept on this device.</p>}
      </Notice>
    )
  return (
    <ApplicationForm
      {...{ drafts, page, onPageStale }}
      intro={<Through officer={page.officer} />}
      resumed={<Found drafts={drafts} onStartAgain={startAgain} />}
    />
  )
}

/** Said before anything is typed; the server would say it at the end. */
function MayNotStart() {
  return (
    <Notice tone="caution" title="Your role does not start requests">
      <p>
        Requests are started by {rolesNamed('request.initiate', 'or')}. If you want a loan yourself, log out
        first: then you apply as anybody does.
      </p>
      <p className="mt-2">
        <a href="#/" className="font-medium underline underline-offset-4">
          Back to the console
        </a>
      </p>
    </Notice>
  )
}

/** Who stands behind this request: staff at the counter, an officer's link, or nobody. */
function Through({ officer }: { officer: PublicPage['officer'] }) {
  const session = useSession()
  const staff = session.state === 'live' ? (session.claims.name ?? 'staff') : undefined
  return (
    <>
      {staff && (
        <Notice tone="notice">
          You are starting this request as staff ({staff}). It will carry your name, not only the applicant’s,
          and so will the documents you add.
        </Notice>
      )}
      {officer && (
        <Notice tone="brand">
          {officer.name
            ? `You are applying through ${officer.name}.`
            : `We do not know the officer code “${officer.code}”. You can go on: we keep it with your request.`}
        </Notice>
      )}
    </>
  )
}

function Found({ drafts, onStartAgain }: { drafts: DraftStore; onStartAgain: () => void }) {
  const [isShown, setShown] = useState(drafts.foundFrom !== undefined)
  const [isAsking, setAsking] = useState(false)
  const [wantsNumbers] = useState(() => lacksNumbers(drafts.get()))
  if (!isShown || !drafts.foundFrom) return null
  return (
    <div className="mb-6">
      <Notice tone="positive">
        <p>
          We kept your draft from {formatMoment(new Date(drafts.foundFrom))}.
          {wantsNumbers && ' For your safety BVN and NIN were not kept: please type them again.'}
        </p>
        <div className="-mx-3 mt-1 flex flex-wrap">
          <Button look="quiet" size="large" className="!px-3 !text-positive" onClick={() => setShown(false)}>
            Go on with it
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
        description="Everything you have filled in so far is forgotten on this device."
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
            What you typed is kept on this device. Go on: we send it when the signal is back.
          </Notice>
        </div>
      )}
    </div>
  )
}
