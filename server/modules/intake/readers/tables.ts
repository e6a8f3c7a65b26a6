import { readHead, readShortTable, readTableHere } from './readFile.ts'
import { TableProblem } from './table.ts'
import { walkXml } from './xml.ts'

/** Files that hostile hands may have made, read safely, for modules with uploads of their own. */
export const tables = { readHead, readShortTable, readTableHere, walkXml, TableProblem }
