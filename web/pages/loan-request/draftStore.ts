import { type Draft, isBegun, newDraft, recall, store } from './draft.ts'

/** The draft in hand: one value, read at once by screens and by what runs in the background, kept at every change. */
export type DraftStore = {
  readonly get: () => Draft
  readonly change: (part: Partial<Draft>) => void
  /** Forgets everything and begins anew, through the same officer. */
  readonly restart: () => void
  readonly subscribe: (listener: () => void) => () => void
  /** When the draft found on arrival was kept; undefined when there was none. */
  readonly foundFrom: string | undefined
  /** False when this browser keeps nothing. */
  readonly keeps: () => boolean
}

export function openDraftStore(officerCode: string): DraftStore {
  const found = recall()
  // the newest link counts; without one, the officer somebody began with stays
  let draft = found ? { ...found, officerCode: officerCode || found.officerCode } : newDraft(officerCode)
  let isStored = true
  const listeners = new Set<() => void>()
  const put = (next: Draft): void => {
    draft = next
    isStored = store(draft)
    for (const listener of listeners) listener()
  }
  return {
    get: () => draft,
    change: part => put({ ...draft, ...part, keptAt: new Date().toISOString() }),
    restart: () => put(newDraft(officerCode || draft.officerCode)),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    foundFrom: found && found.sent === null && isBegun(found) ? found.keptAt : undefined,
    keeps: () => isStored,
  }
}
