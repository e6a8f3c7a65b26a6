import { CheckCircle2, CircleX, FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod/mini'
import { type DocumentSubject, type document, documentApi } from '../../contract/documents.ts'
import { effectOf } from '../../contract/trail.ts'
import { formatNaira } from '../../engine/money.ts'
import { useApi } from '../api.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ApprovalChanges, hasChanges } from './ApprovalChanges.tsx'
import { ConfirmWarnings, Section } from './approvalParts.tsx'
import {
  type ApprovalAct,
  type Opened,
  type OpenedApproval,
  type Outcome,
  warningKey,
} from './approvalWords.ts'
import { useMay } from './currentUser.ts'
import { FactList } from './FactList.tsx'
import { recordPath } from './recordPath.ts'
import { unbroken } from './unbroken.ts'

const DocumentViewer = lazyPart(() => import('./DocumentViewer.tsx').then(part => part.DocumentViewer))

type Confirming = {
  act: ApprovalAct
  confirmed: ReadonlySet<string>
  onConfirm: (warning: string) => void
}

type ItemProps = Confirming & { opened: Opened }

/** One item: its effect, what changes, the reason and the evidence. */
export function ApprovalItem({ opened, ...confirming }: ItemProps) {
  const { shown, detail, stale, problem, error } = opened
  return (
    <>
      {error && <Notice tone="negative">{error}</Notice>}
      {problem && <Notice tone="caution">{problem}</Notice>}
      {stale && (
        <Notice tone="negative" title="Cannot be approved">
          {stale}
        </Notice>
      )}
      <Changed of={detail} />
      <Warnings {...confirming} opened={opened} />
      <Section title="Effect">
        <p className="font-semibold text-pretty">{unbroken(effectOf(shown))}</p>
      </Section>
      {hasChanges(shown) && (
        <Section title={shown.before === null ? 'Details' : 'Before and after'}>
          <ApprovalChanges item={shown} />
        </Section>
      )}
      <Section title="Reason">
        <p>{shown.reason ? `“${shown.reason}”` : 'Not provided'}</p>
        <Submitter opened={opened} />
      </Section>
      <Section title="Evidence">
        {detail ? <Evidence of={detail} /> : <Skeleton className="h-10 w-full" />}
      </Section>
    </>
  )
}

type ItemsProps = Confirming & {
  opened: readonly Opened[]
  outcomes: ReadonlyMap<string, Outcome>
}

/** Several items, each with its result once it is decided. */
export function ApprovalItems({ opened, outcomes, ...confirming }: ItemsProps) {
  return (
    <ul className="flex flex-col gap-3">
      {opened.map(each => (
        <li key={each.item.id} className="flex flex-col gap-3 rounded-xl border border-line p-4">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="font-semibold">{each.item.title}</p>
              <p className="text-[0.8125rem] text-muted">{unbroken(each.item.summary)}</p>
            </div>
            {each.shown.amount !== null && (
              <p className="font-semibold whitespace-nowrap tabular-nums">{formatNaira(each.shown.amount)}</p>
            )}
          </div>
          <Result outcome={outcomes.get(each.item.id)} problem={each.problem ?? each.error} />
          {!outcomes.has(each.item.id) && (
            <>
              <p className="text-pretty">{unbroken(effectOf(each.shown))}</p>
              {each.stale && <Notice tone="negative">{each.stale}</Notice>}
              <Changed of={each.detail} />
              <Warnings {...confirming} opened={each} />
              <details className="text-[0.8125rem]">
                <summary className="cursor-pointer rounded text-muted hover:text-ink">
                  Details, reason and evidence
                </summary>
                <div className="mt-3 flex flex-col gap-4">
                  <ApprovalChanges item={each.shown} />
                  <div>
                    <p>{each.shown.reason ? `“${each.shown.reason}”` : 'No reason provided'}</p>
                    <Submitter opened={each} />
                  </div>
                  {each.detail && <Evidence of={each.detail} />}
                </div>
              </details>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Result({ outcome, problem }: { outcome: Outcome | undefined; problem: string | undefined }) {
  if (!outcome) return problem ? <Notice tone="caution">Not included. {problem}</Notice> : null
  const Icon = outcome.isDone ? CheckCircle2 : CircleX
  return (
    <p
      role="status"
      className={`flex items-start gap-2 font-medium ${outcome.isDone ? 'text-positive' : 'text-negative'}`}
    >
      <Icon aria-hidden size={18} className="mt-px shrink-0" />
      {outcome.text}
    </p>
  )
}

/** The effect shown is the current one; these lines say how it differs from the submission. */
function Changed({ of: detail }: { of: OpenedApproval | undefined }) {
  if (!detail || detail.changes.length === 0) return null
  return (
    <Notice tone="caution" title="Changed since submission">
      <ul>
        {detail.changes.map(line => (
          <li key={line}>{unbroken(line)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Warnings({ opened: { item, detail }, act, confirmed, onConfirm }: ItemProps) {
  const warnings = detail?.warnings ?? []
  return act === 'approve' ? (
    <ConfirmWarnings
      warnings={warnings.map(({ id, text }) => ({ id: warningKey(item.id, id), text }))}
      confirmed={confirmed}
      onConfirm={onConfirm}
    />
  ) : (
    <ConfirmWarnings warnings={warnings} />
  )
}

function Submitter({ opened: { shown, detail } }: { opened: Opened }) {
  const admitted = detail?.makerAdmitted
  return (
    <FactList
      facts={[
        {
          term: 'Submitted by',
          value: (
            <>
              {shown.makerName}, <RelativeTime at={shown.askedAt} />
            </>
          ),
        },
        ...(admitted
          ? [
              {
                term: 'Submitter’s access',
                value: (
                  <>
                    Given by {admitted.by} <RelativeTime at={admitted.at} />,{' '}
                    {admitted.approvedBy ? `approved by ${admitted.approvedBy}` : 'without approval'}
                  </>
                ),
              },
            ]
          : []),
        ...(detail?.sameAddress ? [{ term: 'Submitted from', value: 'Your own network address' }] : []),
      ]}
    />
  )
}

const WITH_DOCUMENTS: ReadonlySet<string> = new Set<DocumentSubject>([
  'loan',
  'customer',
  'request',
  'journal',
])

/** The records behind an item, and the documents of the one it is about. */
function Evidence({ of: { evidence } }: { of: OpenedApproval }) {
  const seesStaff = useMay('users.manage')
  const links = evidence.flatMap(record => {
    const to = record.subjectType === 'user' && !seesStaff ? undefined : recordPath(record)
    return to ? [{ ...record, to }] : []
  })
  const documented = evidence.filter(({ subjectType }) => WITH_DOCUMENTS.has(subjectType))
  return (
    <>
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {links.map(({ title, subjectType, subjectId, to }) => (
            <li key={`${subjectType} ${subjectId}`}>
              <Link to={to} className="rounded underline underline-offset-4">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {documented.length > 0 && documented.length <= 2 && (
        <ul className="flex flex-col gap-1">
          {documented.map(({ subjectType, subjectId }) => (
            <Documents key={subjectId} subjectType={subjectType as DocumentSubject} subjectId={subjectId} />
          ))}
        </ul>
      )}
      {links.length === 0 && documented.length === 0 && <p className="text-muted">None</p>}
    </>
  )
}

type Document = z.output<typeof document>

function Documents(of: { subjectType: DocumentSubject; subjectId: string }) {
  const documents = useApi(documentApi.documentList, of)
  const mayReveal = useMay('personal.reveal')
  const [viewed, setViewed] = useState<Document>()
  return (
    <>
      {documents.data?.rows.map(one => (
        <li key={one.id} className="flex min-w-0 items-center gap-2">
          <FileText aria-hidden size={16} className="shrink-0 text-faint" />
          {mayReveal || one.source === 'system' ? (
            <button
              type="button"
              onClick={() => setViewed(one)}
              className="truncate rounded underline underline-offset-4"
            >
              {one.title}
            </button>
          ) : (
            <span className="truncate">{one.title}</span>
          )}
        </li>
      ))}
      {viewed && <DocumentViewer document={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}
