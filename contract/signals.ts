/** What an accepted payroll can say about a person with a live loan. */
export const SIGNAL_KINDS = [
  'disappeared',
  'retired',
  'deceased',
  'suspended',
  'payBelowInstalment',
  'bankChanged',
  'moved',
  'nearRetirement',
] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]
