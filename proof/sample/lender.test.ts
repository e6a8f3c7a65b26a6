import { checkLender } from './checks.ts'
import { SAMPLE_DAY } from './lender.ts'

checkLender(SAMPLE_DAY)
