import type { RequestRow } from '../../../parts/requestWords.ts'
import { Button } from '../../../ui/Button.tsx'
import type { useClaims } from './useClaims.ts'

type Props = {
  chosen: readonly RequestRow[]
  onDone: () => void
  claims: ReturnType<typeof useClaims>
  viewerId: string
}

/** Claims or releases the selected rows of this page. */
export function ClaimActs({ chosen, onDone, claims, viewerId }: Props) {
  const mine = chosen.filter(row => row.claimedBy?.id === viewerId)
  const others = chosen.filter(row => row.claimedBy?.id !== viewerId)
  return (
    <>
      <Button
        size="small"
        look="primary"
        pending={claims.pending}
        disabledReason={others.length === 0 ? 'You have claimed all of these.' : undefined}
        onClick={() =>
          claims.claim(
            others.map(row => row.id),
            onDone,
          )
        }
      >
        Claim {others.length}
      </Button>
      <Button
        size="small"
        pending={claims.pending}
        disabledReason={mine.length === 0 ? 'You have claimed none of these.' : undefined}
        onClick={() =>
          claims.release(
            mine.map(row => row.id),
            onDone,
          )
        }
      >
        Release {mine.length}
      </Button>
    </>
  )
}
