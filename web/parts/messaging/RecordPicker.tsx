import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { countOf } from '../../../engine/countText.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { type Asked, LoadNotice } from '../LoadError.tsx'

export type Picked = { id: string; title: string; hint: string }

/** Search result: `rows` is undefined while loading or after an error, `asked` is the query. */
export type Found = { rows: readonly Picked[] | undefined; asked: Asked }

type Props = {
  label: string
  placeholder: string
  hint?: string
  error?: string | undefined
  picked: Picked | undefined
  onPick: (record: Picked | undefined) => void
  useFound: (search: string, enabled: boolean) => Found
  name?: string
}

/** Shortest search text. */
const LENGTH_MIN = 3

/** Searches records by name or number and picks one. */
export function RecordPicker(props: Props) {
  const { label, picked, onPick } = props
  const box = useRef<HTMLDivElement>(null)
  const hasChosen = useRef(false)
  const choose = (record: Picked | undefined): void => {
    hasChosen.current = true
    onPick(record)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is removed with the choice
  useEffect(() => {
    if (hasChosen.current) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    hasChosen.current = false
  }, [picked])
  return (
    <div ref={box}>
      {picked ? (
        <PickedRecord label={label} picked={picked} onChange={() => choose(undefined)} />
      ) : (
        <Search {...props} onPick={choose} />
      )}
    </div>
  )
}

type PickedProps = { label: string; picked: Picked; onChange: () => void }

function PickedRecord({ label, picked, onChange }: PickedProps) {
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
          onClick={onChange}
          aria-label={`Choose another instead of ${picked.title}`}
        >
          Change
        </Button>
      </div>
    </div>
  )
}

function Search({ label, placeholder, hint, error, onPick, useFound, name }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 250)
  const isAsking = search.length >= LENGTH_MIN
  const { rows, asked } = useFound(search, isAsking)
  const hasFailed = isAsking && rows === undefined && asked.error !== null
  return (
    <>
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
      {hasFailed && (
        <div className="mt-2">
          <LoadNotice of={{ ...asked, data: undefined }} />
        </div>
      )}
      {isAsking && !hasFailed && rows === undefined && <Skeleton className="mt-2 h-10 w-full" />}
      <p role="status" className={rows?.length === 0 ? 'mt-2 text-muted empty:hidden' : 'sr-only'}>
        {isAsking &&
          rows &&
          (rows.length === 0 ? `No results for “${search}”.` : `${countOf(rows.length, 'result')}.`)}
      </p>
      <ul id={listId} className="mt-2 ruled overflow-hidden rounded-lg border border-line empty:hidden">
        {isAsking &&
          rows?.map(record => (
            <li key={record.id}>
              <button
                type="button"
                onClick={() => onPick(record)}
                className="flex w-full flex-col px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="font-medium">{record.title}</span>
                <span className="text-xs text-muted">{record.hint}</span>
              </button>
            </li>
          ))}
      </ul>
    </>
  )
}
