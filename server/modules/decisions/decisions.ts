export { ownMatters } from './conflictOfInterest.ts'
