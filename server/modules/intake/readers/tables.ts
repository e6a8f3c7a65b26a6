import { readHead, readShortTable, readTable } from './readFile.ts'
import { TableProblem } from './table.ts'
import { walkXml } from './xml.ts'

/** Files that hostile hands may have made, read safely, for modules with uploads of their own. */
export const tables = { readHead, readShortTable, readTable, walkXml, TableProblem }
