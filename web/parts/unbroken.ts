const DAY = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g

/** A sentence from the server whose days and shares stay on one line: "16 Nov 2026" and "3.5 %" are each one thing to the eye. */
export const unbroken = (sentence: string): string =>
  sentence.replace(DAY, day => day.replaceAll(' ', '\u00a0')).replaceAll(' %', '\u00a0%')
