export { ownMatters } from './ownMatters.ts'
