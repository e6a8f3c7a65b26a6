import { useSearchParams } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { HistoryList } from '../../../parts/lazyParts.tsx'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { UnsavedGuard } from '../../../parts/UnsavedGuard.tsx'
import { useDraft } from '../../../parts/useDraft.ts'
import { useForm } from '../../../parts/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Timeline } from './Timeline.tsx'

const WAITING = <Skeleton className="my-3 h-12 w-full" />
const VersionsList = lazyPart(() => import('./VersionsList.tsx').then(tab => tab.VersionsList), WAITING)

const FIRST = 'timeline'

/** Timeline with comments, versions, and history from the audit trail. */
export function ActivityCard({ request }: { request: LoanRequest }) {
  const { row, timeline, productTerms } = request
  const [params, setParams] = useSearchParams()
  const tabs = [
    { id: FIRST, title: 'Timeline' },
    {
      id: 'versions',
      title: 'Versions',
      badge: <span className="text-xs text-muted tabular-nums">{row.version}</span>,
    },
    { id: 'history', title: 'History' },
  ]
  const current = tabs.find(tab => tab.id === params.get('tab'))?.id ?? FIRST
  return (
    <Card className="[&_[role=tablist]]:-mt-2">
      <Tabs
        label="Activity"
        tabs={tabs}
        current={current}
        onChange={id =>
          setParams(id === FIRST ? {} : { tab: id }, { replace: true, preventScrollReset: true })
        }
      >
        {/* stays mounted, so that a typed comment survives a tab change */}
        <div hidden={current !== FIRST} className="mb-6">
          <CommentForm request={request} />
        </div>
        {current === FIRST && <Timeline entries={timeline} rhythm={productTerms.frequency.rhythm} />}
        {current === 'versions' && <VersionsList requestId={row.id} />}
        {current === 'history' && <HistoryList subjectType="request" subjectId={row.id} />}
      </Tabs>
    </Card>
  )
}

/** Focused by the M key. */
export const COMMENT_FIELD = 'comment'

function CommentForm({ request: { row, offers } }: { request: LoanRequest }) {
  const draft = useDraft(`comment.${row.id}`, { initial: { [COMMENT_FIELD]: '' } })
  const form = useForm(requestApi.requestComment, {
    draft,
    toInput: values => ({ id: row.id, note: values[COMMENT_FIELD] ?? '' }),
    fieldName: path => (path === 'note' ? COMMENT_FIELD : path),
    onDone: () => form.set(COMMENT_FIELD, ''),
  })
  return (
    <>
      <form {...form.form} className="flex flex-col gap-2 print:hidden">
        <Textarea
          {...form.field(COMMENT_FIELD)}
          label="Comment"
          labelHidden
          placeholder="Comment for other users"
          rows={2}
          maxLength={1000}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          {form.message && <Notice tone="negative">{form.message}</Notice>}
          <Button
            size="small"
            type="submit"
            pending={form.pending}
            disabledReason={offers.comment.allowed ? undefined : (offers.comment.why ?? undefined)}
          >
            Comment
          </Button>
        </div>
      </form>
      <UnsavedGuard {...form.guard} />
    </>
  )
}
