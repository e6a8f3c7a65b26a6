/** The last four digits: enough to tell two numbers apart on the telephone, too few to call one. */
export const maskPhone = (phone: string): string => `•••• ${phone.slice(-4)}`
