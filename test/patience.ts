import { configure } from '@testing-library/react'

/** What a screen shows a moment later may take long on a busy machine; nothing here is about how fast it is. */
configure({ asyncUtilTimeout: 30_000 })
