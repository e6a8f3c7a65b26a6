/** What is shown in many places under one name: forms, lists, sheets and the trail take it from here. */

/** Federal staff have an IPPIS number; those of institutions and states the number of their own payroll. */
export const IPPIS_NUMBER = 'IPPIS or staff number'
/** In a line beside other numbers. */
export const IPPIS_NO = 'IPPIS no.'

export const EMPLOYER = 'Employer (MDA)'

/** `PAY-TOO-LOW` → "Pay too low": the code of a reason where its label is not at hand. */
export const reasonWords = (code: string): string =>
  code.charAt(0) + code.slice(1).toLowerCase().replaceAll('-', ' ')
