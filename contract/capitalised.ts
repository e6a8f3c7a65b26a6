/** A word at the head of a sentence: `bank transfer` → "Bank transfer". */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What was a sentence, within another: "Paid out already" → `paid out already`. */
export const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)
