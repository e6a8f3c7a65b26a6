export { countLinkOpened, noteOfficerLinkUse, type OfficerLink, officerLink } from './officerLinks.ts'
export { offeredProduct, offeredProducts, type Product, productInVersion } from './products.ts'
export {
  type Deadlines,
  deadlinesOf,
  ownHealth,
  section,
  sections,
  sectionWithVersion,
  sourceNames,
} from './sections.ts'
