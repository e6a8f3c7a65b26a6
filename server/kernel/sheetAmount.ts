/** Excel keeps fifteen digits: naira and kobo of such a number read back as they were written. */
const AMOUNT = /^-?\d{1,13}\.\d{2}$/

/**
 * An amount as a cell of a workbook, which has no other numbers: for exports only, never read back. What is longer than
 * Excel can hold stays text.
 */
export const amountCell = (text: string): number | string => (AMOUNT.test(text) ? Number(text) : text)
