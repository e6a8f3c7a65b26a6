import { paths } from '../../paths.ts'

/** Where a book that is taken over has its place among the accounts. */

export const BOOK_TAB = 'import'
export const booksPath = `${paths.accounts}?tab=${BOOK_TAB}`
export const bookPath = (id: string): string => `${booksPath}&id=${encodeURIComponent(id)}`
export const bookCorrectionPath = (id: string): string => `${booksPath}&corrects=${encodeURIComponent(id)}`
