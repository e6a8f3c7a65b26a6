import type { Check } from '../../../parts/requestWords.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import type { Decision, DecisionProps } from './decisions.ts'
import { OverrideDialog } from './OverrideDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RecommendDialog } from './RecommendDialog.tsx'

export type Doing = { act: Decision } | { act: 'override'; check: Check }

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
