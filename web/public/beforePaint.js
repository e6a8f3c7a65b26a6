// zod compiles validators with `new Function` unless told not to, and the content security policy reports
// every attempt; it reads this setting while its modules load.
globalThis.__zod_globalConfig = { jitless: true }

// Before the first paint, so that a person who chose a theme never sees the other one flash.
// The key is the one session.ts writes.
const chosen = localStorage.getItem('iroko.theme')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
