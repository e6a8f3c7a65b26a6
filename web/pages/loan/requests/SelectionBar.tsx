import type { RequestRow } from '../../../parts/requestWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import type { useClaims } from './useClaims.ts'

type Props = {
  rows: readonly RequestRow[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  claims: ReturnType<typeof useClaims>
  viewerId: string
}

/** Claims or releases the selected rows of this page. */
export function SelectionBar({ rows, selected, onSelect, claims, viewerId }: Props) {
  const chosen = rows.filter(row => selected.has(row.id))
  const mine = chosen.filter(row => row.claimedBy?.id === viewerId)
  const others = chosen.filter(row => row.claimedBy?.id !== viewerId)
  const isAll = chosen.length === rows.length
  const clear = (): void => onSelect(new Set())
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-canvas/60 px-5 py-2 print:hidden">
      <Checkbox
        label={chosen.length === 0 ? 'Select page' : `${chosen.length} selected`}
        checked={isAll}
        ref={box => {
          if (box) box.indeterminate = chosen.length > 0 && !isAll
        }}
        onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(row => row.id)))}
      />
      {chosen.length > 0 && (
        <div className="flex gap-2">
          <Button
            size="small"
            look="primary"
            pending={claims.pending}
            disabledReason={others.length === 0 ? 'You have claimed all of these.' : undefined}
            onClick={() =>
              claims.claim(
                others.map(row => row.id),
                clear,
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
                clear,
              )
            }
          >
            Release {mine.length}
          </Button>
        </div>
      )}
    </div>
  )
}
