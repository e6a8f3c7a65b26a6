/** A word at the head of a sentence: `bank transfer` → "Bank transfer". */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
