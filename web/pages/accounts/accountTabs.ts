import { paths } from '../../paths.ts'

/** Tabs of Loan Accounts that do not list loans. */
export const PAYOUTS_TAB = 'payouts'

/** The tab for the import of existing loans. */

export const IMPORT_TAB = 'import'
export const importsPath = paths.accountsTab(IMPORT_TAB)
export const importPath = (id: string): string => paths.accountsTab(IMPORT_TAB, { id })
export const importCorrectionPath = (corrects: string): string => paths.accountsTab(IMPORT_TAB, { corrects })
