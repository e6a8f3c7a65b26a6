import type { ApiError } from '../../../api.ts'
import type { Check, LoanRequest } from '../../../parts/requestWords.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import type { Decision } from './decisions.ts'
import { OverrideDialog } from './OverrideDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RecommendDialog } from './RecommendDialog.tsx'

export type Doing = { act: Decision } | { act: 'override'; check: Check }

export type DecisionProps = {
  request: LoanRequest
  /** What was typed before a refusal closed the dialog: it comes back with it. */
  note: string
  onClose: () => void
  onDone: (message: string) => void
  /** True when the page has dealt with it and the form need not say it again. */
  onRefused: (error: ApiError, note: string) => boolean
}

export function DecisionDialog({ doing, ...props }: DecisionProps & { doing: Doing }) {
  switch (doing.act) {
    case 'override':
      return <OverrideDialog {...props} check={doing.check} />
    case 'recommend':
      return <RecommendDialog {...props} />
    case 'approve':
      return <ApproveDialog {...props} />
    default:
      return <ReasonDialog {...props} act={doing.act} />
  }
}
