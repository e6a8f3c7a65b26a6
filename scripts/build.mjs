import { prepare } from './prepare.mjs'

await prepare()
console.log('dist/ is up to date. `node dist/server/main.js` runs it.')
