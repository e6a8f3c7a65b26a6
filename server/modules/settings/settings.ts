export { countLinkOpened, noteOfficerLinkUse, type OfficerLink, officerLink } from './officerLinks.ts'
export {
  foreseeProduct,
  offeredProduct,
  offeredProducts,
  type Product,
  productInVersion,
} from './products.ts'
export {
  type Deadlines,
  deadlinesOf,
  foreseeSetting,
  ownHealth,
  section,
  sections,
  sectionWithVersion,
  sourceNames,
  valuesFrom,
} from './sections.ts'
