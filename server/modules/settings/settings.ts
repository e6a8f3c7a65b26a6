export { countLinkOpened, noteOfficerLinkUse, type OfficerLink, officerLink } from './officerLinks.ts'
export { offeredProduct, offeredProducts, type Product, productInVersion } from './products.ts'
export {
  type Deadlines,
  deadlinesOf,
  section,
  sections,
  sectionWithVersion,
  sourceNames,
} from './sections.ts'
