import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** A machine that is taken away half of the time is slow, not wrong: limits are there for what hangs. */
const MAX_MS = 240_000
const PATIENT = { poll: { timeout: 60_000 } }

const SERVER = {
  globalSetup: 'test/setup.ts',
  testTimeout: MAX_MS,
  hookTimeout: MAX_MS,
  expect: PATIENT,
}
/**
 * Tests that put something else in the place of a module or a setting, count what a module has seen, or get their folder by
 * reading one: each reads the modules for itself.
 */
const ALONE = [
  'server/modules/dashboard/export.test.ts',
  'server/modules/dashboard/monthEndDrilldown.test.ts',
  'server/kernel/db.test.ts',
  'server/modules/intake/halves.test.ts',
  'server/modules/intake/readers/rowsHostile.test.ts',
  'server/modules/intake/readers/csvProperties.test.ts',
  'server/modules/intake/readers/csv.test.ts',
  'server/modules/intake/readers/xlsx.test.ts',
  'server/modules/messaging/gateway.test.ts',
  'server/app/prove.test.ts',
  'test/db.test.ts',
  'test/disposableDatabase.test.ts',
  'test/browser.test.ts',
]
/** The same in the console: these replace a module, or count what one has seen since it was read. */
const WEB_ALONE = [
  'web/api.test.ts',
  'web/parts/ActDialog.test.tsx',
  'web/pages/dashboard/ApprovalsFetch.test.tsx',
  'web/parts/intake/sendFile.test.ts',
  'web/layouts/MainLayout.test.tsx',
  'web/ui/PdfViewer.test.tsx',
  'web/ui/Copyable.test.ts',
  'web/call.test.ts',
  'web/pages/loan/requests/undoClaim.test.tsx',
  'web/pages/repayment-tracker/BatchActs.test.tsx',
  'web/pages/repayment-tracker/useOwner.test.tsx',
  'web/pages/repayment-tracker/useUndoMatch.test.tsx',
  'web/parts/ApprovalSheet.test.tsx',
  'web/parts/messaging/SendingNotice.test.tsx',
  'web/parts/unsaved.test.tsx',
  'web/session.test.ts',
  'web/ui/Toaster.test.tsx',
]
const WEB = {
  setupFiles: ['test/webDocument.ts', 'test/webSetup.ts'],
  testTimeout: MAX_MS,
  expect: PATIENT,
}
/** Short seeds of the long proofs; CI runs them beside `npm test`. */
const PROOFS = ['proof/{attack,bench,chaos,cluster,limits,load,months,release,sample,walk}/*.test.ts']
/** The server's tests read its modules once and share them, which is a fifth of their time. */
const SHARING = { exclude: ['**/node_modules/**', ...ALONE, ...PROOFS], isolate: false }

// Three kinds of test: arithmetic and contract need nothing, the server's a database, the console's a document.
export default defineConfig({
  test: {
    // many tests wait, for a database or a lock; meanwhile another file can run
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'engine',
          include: ['engine/**/*.test.ts', 'contract/**/*.test.ts'],
          // pure functions, nothing replaced: read once, the modules serve every file
          isolate: false,
          testTimeout: MAX_MS,
        },
      },
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['server/**/*.test.ts', 'proof/vectors/*.test.ts', 'test/**/*.test.ts'],
          ...SHARING,
        },
      },
      // a short seed of each long proof: `npm run proof -- --short`
      { test: { ...SERVER, name: 'proof', include: PROOFS } },
      { test: { ...SERVER, name: 'long proof', include: ['proof/*/long/*.test.ts'] } },
      { test: { ...SERVER, name: 'alone', include: ALONE } },
      {
        plugins: [react()],
        test: {
          ...WEB,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...WEB_ALONE],
          isolate: false,
        },
      },
      { plugins: [react()], test: { ...WEB, name: 'web alone', include: WEB_ALONE } },
    ],
  },
})
