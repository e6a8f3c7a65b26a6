import type { Flag } from './requests.ts'

/** What the marks of a request are called, in the queue and in its sheet. */

export const FLAG_WORDS: Record<Flag, { label: string; means: string }> = {
  unknownOfficer: {
    label: 'Unknown officer',
    means: 'The officer’s code belongs to nobody, or the link was switched off or has expired.',
  },
  nubanWarning: {
    label: 'Account check failed',
    means: 'The account number does not fit the bank’s check digit.',
  },
  duplicateIdentity: {
    label: 'Duplicate',
    means: 'Somebody else uses the same BVN, NIN, phone or account.',
  },
  existingCustomer: { label: 'Customer', means: 'The BVN is that of a customer we have already.' },
  documentsWanted: {
    label: 'Documents wanted',
    means: 'The applicant was asked for documents and has not answered yet.',
  },
  resubmitted: { label: 'Resubmitted', means: 'Rejected before, then edited: compare the versions.' },
  sentBack: { label: 'Sent back', means: 'The authorizer wants another look.' },
  overridden: {
    label: 'Override',
    means: 'A red item of the checklist was let pass, with a reason.',
  },
}

export const CHANNEL_WORDS = { public: 'Public page', staff: 'Staff' } as const

/** How a request stands against the hours the settings allow; nothing is said where nobody has to decide. */
export const SLA_WORDS = { green: 'In time', amber: 'Due soon', red: 'Late' } as const
