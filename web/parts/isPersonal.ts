/** Seven digits or more, however they are grouped: a phone, an account, a BVN. C0100001 is only our own number. */
const LONG_NUMBER = /(?<![a-z\d])\d(?:[\s().-]*\d){6,}/i

/** Somebody's number may stand in it: nothing for an address or the browser's storage. */
export const isPersonal = (typed: string): boolean => LONG_NUMBER.test(typed)
