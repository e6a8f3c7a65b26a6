import { UncachedActDialog } from './UncachedActDialog.tsx'

type Props<R> = {
  /** Whose they are. */
  name: string
  /** What will be seen: "BVN, NIN and phones". */
  shows: string
  reveal: (reason: string) => Promise<R>
  onRevealed: (values: R) => void
  onClose: () => void
}

/** Asks why before it shows personal numbers. */
export function RevealDialog<R>({ name, shows, reveal, onRevealed, onClose }: Props<R>) {
  return (
    <UncachedActDialog
      send={reveal}
      onReply={onRevealed}
      onClose={onClose}
      title={`Reveal personal numbers of ${name}?`}
      description={`${shows} are shown in full until you hide them or leave. Who looked and why is kept.`}
      action="Reveal"
      reasonLabel="Why you need them"
    />
  )
}
