import type { Reply } from '../../../contract/endpoint.ts'
import type { instructionApi } from '../../../contract/instructions.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { periodText } from '../intake/intakeWords.ts'

type Coming = Pick<Reply<typeof instructionApi.instructionOfLoan>, 'coming' | 'stopMonth'>

/** For the settlement of a loan: the deductions that arrive whatever is paid now. */
export function comingText({ coming, stopMonth }: Coming): string {
  if (coming.length === 0) return ''
  const stop = stopMonth ? `The stop goes with the ${periodText(stopMonth)} list.` : ''
  const amounts = coming.map(each => `${formatNaira(each.amount)} (${periodText(each.month)})`).join(', ')
  return `${stop} ${countOf(coming.length, 'more deduction')} expected: ${amounts}.`.trim()
}
