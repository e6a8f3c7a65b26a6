export { foreseePosting, foreseeUndo } from './effect.ts'
export { eraseAllOf, heldBySuspense, heldOn } from './erase.ts'
export { pausedBatches } from './messages.ts'
