export { foreseeRefunds, foreseeUnclaimed, reopenRefunds } from './propose.ts'
export { foreseeSetOff } from './setOff.ts'
