const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** 14 Nov 2026, 10:32 by the clock of the phone it is read on. */
export const momentText = (moment: string): string => format.format(new Date(moment))
