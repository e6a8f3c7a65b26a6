import { paths } from '../../paths.ts'

/** Tabs of the accounts that hold no loans; their words come with what they show. */
export const PAYOUTS_TAB = 'payouts'

/** Where a book that is taken over has its place among the accounts. */

export const BOOK_TAB = 'import'
export const booksPath = paths.accountsTab(BOOK_TAB)
export const bookPath = (id: string): string => paths.accountsTab(BOOK_TAB, { id })
export const bookCorrectionPath = (corrects: string): string => paths.accountsTab(BOOK_TAB, { corrects })
