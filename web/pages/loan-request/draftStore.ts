import { type Draft, isBegun, newDraft, recall, store } from './draft.ts'

/** The current draft, shared by screens and background work, and stored at every change. */
export type DraftStore = {
  readonly get: () => Draft
  readonly change: (part: Partial<Draft>) => void
  /** Discards the draft and starts a new one with the same account officer. */
  readonly restart: () => void
  readonly subscribe: (listener: () => void) => () => void
  /** When the restored draft was last saved; undefined if there was none. */
  readonly foundFrom: string | undefined
  /** False if this browser cannot store anything. */
  readonly keeps: () => boolean
}

export function openDraftStore(officerCode: string): DraftStore {
  const found = recall()
  // a new link replaces the account officer of the draft
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
