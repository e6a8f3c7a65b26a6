import { ShieldCheck } from 'lucide-react'
import type { Reply } from '../../../contract/endpoint.ts'
import type { userApi } from '../../../contract/staff.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import type { ApiError, useAct } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Verdict = Reply<typeof userApi.auditVerify>

/** Characters of the hash to show. */
const HEAD_SHOWN = 16

export function VerifyButton({ verify }: { verify: ReturnType<typeof useAct<typeof userApi.auditVerify>> }) {
  return (
    <Button
      size="small"
      icon={<ShieldCheck aria-hidden size={15} />}
      pending={verify.isPending}
      onClick={() => verify.mutate({})}
    >
      Verify
    </Button>
  )
}

/** Result of the audit trail verification. */
export function AuditVerification({
  verdict,
  error,
}: {
  verdict: Verdict | undefined
  error: ApiError | null
}) {
  if (error) return <Notice tone="negative">{error.message}</Notice>
  if (!verdict) return null
  if (verdict.breaks.length === 0)
    return (
      <Notice tone="positive" alert title="Audit trail verified">
        {countOf(verdict.entries, 'entry', 'entries')}, {countText(verdict.sealed)} sealed. No entry was
        changed, removed or inserted.
        {verdict.head && (
          <>
            {' '}
            Last hash <code className="font-mono text-xs">{verdict.head.slice(0, HEAD_SHOWN)}</code>.
          </>
        )}
      </Notice>
    )
  return (
    <Notice tone="negative" title={`Verification failed at ${countOf(verdict.breaks.length, 'position')}`}>
      <ul className="mt-1 list-disc pl-5">
        {verdict.breaks.map(({ position, problem }) => (
          <li key={`${position} ${problem}`}>
            Position {position}: {problem}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
