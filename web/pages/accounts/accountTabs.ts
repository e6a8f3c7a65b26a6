/** Tabs of the accounts that hold no loans; their words come with what they show. */
export const PAYOUTS_TAB = 'payouts'
