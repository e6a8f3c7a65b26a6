import type { Picked } from '../../parts/messaging/RecordPicker.tsx'

export type AudienceKind = 'customer' | 'segment' | 'list'

export type AudienceDraft = {
  kind: AudienceKind
  customer?: Picked | undefined
  segmentId: string
  /** Numbers as typed or read from a file. */
  typed: string
}
