import type { Keys } from '../keys.ts'

/** Equal BVNs have equal indexes; nothing else about them can be read from one. */
export const bvnIndex = (keys: Keys, bvn: string): Buffer => keys.blindIndex('bvn', bvn)
export const ninIndex = (keys: Keys, nin: string): Buffer => keys.blindIndex('nin', nin)

/** The last four digits, behind dots for the rest. */
export const maskDigits = (digits: string): string =>
  '•'.repeat(Math.max(0, digits.length - 4)) + digits.slice(-4)
