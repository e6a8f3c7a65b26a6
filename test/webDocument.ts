import { builtinEnvironments } from 'vitest/runtime'

// one document for all files of a process: making one takes as long as most files do
if (!('document' in globalThis)) await builtinEnvironments['happy-dom'].setup(globalThis, {})
