/** What the sections of the settings are called. Apart from what they hold: every page with a history loads these. */
export const SECTION_TITLES = {
  organisation: 'Organisation',
  reasonCodes: 'Reason codes',
  approvalLimits: 'Limits for a second person',
  affordability: 'Affordability',
  retirement: 'Retirement rules',
  payroll: 'Payroll sources and calendar',
  classes: 'Classes and provisions',
  holidays: 'Public holidays',
  requiredDocuments: 'Required documents',
  sla: 'Time to decide',
  borrowing: 'How often one may borrow',
  publicLink: 'Public loan request',
  consent: 'Consent and terms',
  sms: 'SMS gateway and rules',
  retention: 'Retention',
} as const
