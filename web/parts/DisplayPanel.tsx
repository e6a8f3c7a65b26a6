import { useEffect, useId, useRef } from 'react'
import type { ListName } from '../../contract/auth.ts'
import { focusFirst } from '../ui/focus.ts'
import type { Column } from '../ui/Table.tsx'
import { hiddenOf, usePreferences } from './preferences.ts'

type Props = {
  list: ListName
  columns: readonly Pick<Column<never>, 'id' | 'title' | 'goes' | 'isOptional'>[]
  /** Its place depends on how high it is. */
  onDrawn: () => void
}

const listed = new Intl.ListFormat('en-NG')

/** The height of the rows, for every list, and the columns, for this one. */
export function DisplayPanel({ list, columns, onDrawn }: Props) {
  const choices = useRef<HTMLFieldSetElement>(null)
  const { hidden, setHidden } = usePreferences()
  const away = hiddenOf(columns, hidden[list])
  const toggle = (column: string): void =>
    setHidden(list, away.includes(column) ? away.filter(each => each !== column) : [...away, column])
  const going = columns.filter(column => column.goes && !away.includes(column.id))
  useEffect(onDrawn, [onDrawn])
  return (
    <>
      <Density />
      <fieldset ref={choices}>
        <legend className="mb-1 text-xs font-medium text-muted">Columns of this list</legend>
        {columns.map(column => (
          <label key={column.id} className="flex cursor-pointer items-center gap-2.5 rounded-md py-1.5">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={!away.includes(column.id)}
              onChange={() => toggle(column.id)}
            />
            {column.title}
          </label>
        ))}
      </fieldset>
      {going.length > 0 && (
        <p className="mt-1 text-xs text-muted max-md:hidden">
          Left out where there is little room: {listed.format(going.map(column => column.title))}.
        </p>
      )}
      {columns.some(column => away.includes(column.id)) && (
        <button
          type="button"
          onClick={() => {
            setHidden(list, [])
            // the button goes: the columns it brought back are beside it
            focusFirst(choices.current)
          }}
          className="mt-2 rounded text-[0.8125rem] font-medium hover:underline"
        >
          Show every column
        </button>
      )}
    </>
  )
}

const DENSITY_WORDS = { comfortable: 'Comfortable', compact: 'Compact' } as const

function Density() {
  const name = useId()
  const { density, setDensity } = usePreferences()
  return (
    <fieldset className="mb-4 max-md:hidden">
      <legend className="mb-1.5 text-xs font-medium text-muted">Rows, in every list</legend>
      <div className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-1">
        {(['comfortable', 'compact'] as const).map(each => (
          <label
            key={each}
            className="cursor-pointer rounded-md px-2 py-1 text-center text-[0.8125rem] font-medium text-muted
              has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2
              has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={density === each}
              onChange={() => setDensity(each)}
            />
            {DENSITY_WORDS[each]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
