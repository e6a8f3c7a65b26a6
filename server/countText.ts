export { countOf, countText } from '../engine/countText.ts'
