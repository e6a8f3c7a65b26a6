import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** A machine that is taken away half of the time is slow, not wrong: limits are there for what hangs. */
const LONGEST_MS = 240_000
const PATIENT = { poll: { timeout: 60_000 } }

// Three kinds of test: arithmetic and contract need nothing, the server's a database, the console's a document.
export default defineConfig({
  test: {
    // many tests wait, for a database, a killed worker or a lock; meanwhile another file can run
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'engine',
          include: ['engine/**/*.test.ts', 'contract/**/*.test.ts'],
          // pure functions, nothing replaced: read once, the modules serve every file
          isolate: false,
          testTimeout: LONGEST_MS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: 'test/setup.ts',
          testTimeout: LONGEST_MS,
          hookTimeout: LONGEST_MS,
          expect: PATIENT,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: 'test/patience.ts',
          testTimeout: LONGEST_MS,
          expect: PATIENT,
        },
      },
    ],
  },
})
