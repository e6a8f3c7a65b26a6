import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

/** What a screen shows a moment later may take long on a busy machine; nothing here is about how fast it is. */
configure({ asyncUtilTimeout: 30_000 })

// the files share one document: each leaves it empty, and each test as it found it
afterAll(async () => {
  // a part that is fetched when it is shown may still be on its way
  await vi.dynamicImportSettled()
  document.body.replaceChildren()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  window.location.hash = ''
})
