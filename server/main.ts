import { parseArgs } from 'node:util'
import { runProgram } from './app/start.ts'

const { values } = parseArgs({
  options: {
    command: { type: 'string' },
    to: { type: 'string' },
    into: { type: 'string' },
    accept: { type: 'boolean' },
    kind: { type: 'string' },
    result: { type: 'string' },
    took: { type: 'string' },
    detail: { type: 'string' },
  },
})
runProgram(values)
