import { UncachedActDialog } from './UncachedActDialog.tsx'

type Props<R> = {
  /** The person or record. */
  name: string
  /** The revealed data: "BVN, NIN and phones". */
  shows: string
  reveal: (reason: string) => Promise<R>
  onRevealed: (values: R) => void
  onClose: () => void
}

/** Asks for a reason before personal data is revealed. */
export function RevealDialog<R>({ name, shows, reveal, onRevealed, onClose }: Props<R>) {
  return (
    <UncachedActDialog
      send={reveal}
      onReply={onRevealed}
      onClose={onClose}
      title={`Reveal personal data of ${name}?`}
      description={`${shows} are shown until you hide them or leave the page. This view is logged with your reason.`}
      action="Reveal"
      reasonLabel="Reason"
    />
  )
}
