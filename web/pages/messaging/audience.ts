import type { Picked } from '../../parts/messaging/RecordPicker.tsx'

export type AudienceKind = 'customer' | 'segment' | 'list'

export type AudienceDraft = {
  kind: AudienceKind
  customer?: Picked | undefined
  segmentId: string
  /** As it was typed or read from a file: what is seen is what is sent. */
  typed: string
}
