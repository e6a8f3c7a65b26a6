import { paths } from '../../paths.ts'

/** Tabs of the accounts that hold no loans; their words come with what they show. */
export const PAYOUTS_TAB = 'payouts'

/** Where a book that is taken over has its place among the accounts. */

export const IMPORT_TAB = 'import'
export const importsPath = paths.accountsTab(IMPORT_TAB)
export const importPath = (id: string): string => paths.accountsTab(IMPORT_TAB, { id })
export const importCorrectionPath = (corrects: string): string => paths.accountsTab(IMPORT_TAB, { corrects })
