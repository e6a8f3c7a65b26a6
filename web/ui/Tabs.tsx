import clsx from 'clsx'
import { createContext, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useCentredTab, useOverflowEdges } from './tabScrolling.ts'

export type Tab = { id: string; title: string; badge?: ReactNode }

type Props = {
  label: string
  tabs: readonly Tab[]
  /** Keep it in the URL: the address is the state. */
  current: string
  onChange: (id: string) => void
  children: ReactNode
}

export function Tabs({ label, tabs, current, onChange, children }: Props) {
  const id = useId()
  const [memory] = useState(() => new Set<string>())
  const list = useCentredTab<HTMLDivElement>('[aria-selected=true]', current)
  useOverflowEdges(list)
  const keyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const now = tabs.findIndex(tab => tab.id === current)
    const end = step < 0 ? 0 : tabs.length - 1
    const wrapped = Math.abs(step) === 1 ? (now + step + tabs.length) % tabs.length : end
    const next = tabs[wrapped]
    if (!next) return
    onChange(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[wrapped]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={keyDown}
        className="relative mb-4 flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] print:mask-none!
          data-[more~=left]:mask-l-from-[calc(100%-2.5rem)] data-[more~=right]:mask-r-from-[calc(100%-2.5rem)]"
      >
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={clsx(
              '-mb-px flex items-center gap-2 border-b-2 px-0.5 pt-2 pb-2.5 font-medium whitespace-nowrap transition-colors',
              'focus-visible:-outline-offset-2',
              tab.id === current
                ? 'border-brand text-brand-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.title}
            {tab.badge}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        <TabsMemory value={memory}>{children}</TabsMemory>
      </div>
    </>
  )
}

/** How many there are behind a tab, with a plus where counting stopped early. */
export const TabCount = ({ of, isExact = true }: { of: number; isExact?: boolean }) => (
  <span className="rounded-md bg-sunken px-1.5 text-xs leading-5 text-muted tabular-nums">
    {`${of.toLocaleString('en-NG')}${isExact ? '' : '+'}`}
  </span>
)

/** A panel in which something is typed: once shown it stays, out of sight, while another is looked at. */
export function PersistentPanel({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return isShown || wasShown ? <div hidden={!isShown}>{children}</div> : null
}

/** What panels behind the same tabs keep in mind while another of them is looked at; gone with the page. */
export const TabsMemory = createContext<Set<string> | undefined>(undefined)
