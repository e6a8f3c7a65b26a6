export { foreseeEvent, foreseeEventUndo } from './events.ts'
