import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePaused } from '../../ui/usePaused.ts'

export type Picked = { id: string; title: string; hint: string }

type Props = {
  label: string
  placeholder: string
  hint?: string
  error?: string | undefined
  picked: Picked | undefined
  onPick: (record: Picked | undefined) => void
  /** Asks the server; `undefined` while it has not answered. */
  useFound: (search: string, enabled: boolean) => readonly Picked[] | undefined
  name?: string
}

/** Two letters fit half the book. */
const SHORTEST = 3

/** Type a name or a number, choose one of the few that fit. */
export function RecordPicker({ label, placeholder, hint, error, picked, onPick, useFound, name }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = usePaused(typed.trim(), 250)
  const isAsking = search.length >= SHORTEST && picked === undefined
  const found = useFound(search, isAsking)
  if (picked)
    return (
      <div className="flex flex-col gap-1.5">
        <span className="text-[0.8125rem] font-medium">{label}</span>
        <div className="flex min-h-9 items-center gap-3 rounded-lg border border-edge/60 bg-canvas/60 py-1 pr-1 pl-3">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{picked.title}</p>
            {picked.hint && <p className="truncate text-xs text-muted">{picked.hint}</p>}
          </div>
          <Button
            size="small"
            look="quiet"
            icon={<X aria-hidden size={14} />}
            onClick={() => onPick(undefined)}
            aria-label={`Choose another instead of ${picked.title}`}
          >
            Change
          </Button>
        </div>
      </div>
    )
  const choose = (record: Picked): void => {
    setTyped('')
    onPick(record)
  }
  return (
    <div>
      <Input
        label={label}
        placeholder={placeholder}
        {...(hint ? { hint } : {})}
        {...(name ? { name } : {})}
        error={error}
        type="search"
        maxLength={100}
        autoComplete="off"
        aria-controls={listId}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <div id={listId} role="status" className="empty:hidden">
        {isAsking && found === undefined && <Skeleton className="mt-2 h-10 w-full" />}
        {isAsking && found?.length === 0 && <p className="mt-2 text-muted">Nobody fits “{search}”.</p>}
        {isAsking && found && found.length > 0 && (
          <ul className="mt-2 divide-y divide-line overflow-hidden rounded-lg border border-line">
            {found.map(record => (
              <li key={record.id}>
                <button
                  type="button"
                  onClick={() => choose(record)}
                  className="flex w-full flex-col px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="font-medium">{record.title}</span>
                  <span className="text-xs text-muted">{record.hint}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
