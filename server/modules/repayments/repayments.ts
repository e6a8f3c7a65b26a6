export { eraseAllOf, heldBySuspense, heldOn } from './erase.ts'
