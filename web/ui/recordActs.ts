import { useEffect, useRef } from 'react'
import type { Command } from './CommandPalette.tsx'
import type { MenuItem } from './Menu.tsx'

/** What can be done with the record that is open: a page tells what its buttons do, and the palette begins it as they would. */

type Act = Pick<MenuItem, 'title' | 'disabledReason' | 'onSelect'>
type Offer = { of: string; acts: () => readonly Act[] }

/** Those of the page that is shown; a record has as many as there are places that offer something. */
const offers = new Set<Offer>()

/** Told as long as the place stands that offers them. `of` names the record: "Loan L0000012". */
export function useRecordActs(of: string, acts: readonly Act[]): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const offer = { of, acts: () => latest.current }
    offers.add(offer)
    return () => void offers.delete(offer)
  }, [of])
}

/** Looked for again when it is chosen: the page may be another by then, or the act not be allowed any more. */
function begin(of: string, title: string): void {
  const acts = [...offers].filter(offer => offer.of === of).flatMap(offer => offer.acts())
  acts.find(act => act.title === title && act.disabledReason === undefined)?.onSelect()
}

/** What may be done now, by record; what may not is explained by its button, which the palette is no place for. */
export function recordActs(): { title: string; commands: Command[] }[] {
  const records = new Map<string, Command[]>()
  let count = 0
  // the last to be told stands nearest to the work: a decision before a claim, an act before a paper
  for (const { of, acts } of [...offers].reverse())
    for (const { title, disabledReason } of acts())
      if (disabledReason === undefined) {
        count += 1
        records.set(of, [
          ...(records.get(of) ?? []),
          { id: `act-${count}`, title, isCareful: true, onSelect: () => begin(of, title) },
        ])
      }
  return [...records].map(([title, commands]) => ({ title, commands }))
}
