const DAY = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g

/** A sentence from the server whose dates stay on one line: "16 Nov 2026". */
export const unbroken = (sentence: string): string =>
  sentence.replace(DAY, day => day.replaceAll(' ', '\u00a0'))
