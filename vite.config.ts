import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env.PORT ?? 4400}`

const JIT = /^export const \$ZodObjectJIT = [\s\S]*?^\}\);$/m
const ABSENT = `const absent = () => { throw new Error('JSON Schema is written on the server') }`

/**
 * Two parts of zod that no browser of ours can use are 9 kB (gzip) of the first load: the JSON Schema writer
 * (the server makes OpenAPI) and the compiler of validators (our content security policy forbids `new Function`).
 */
const lighterZod: Plugin = {
  name: 'lighter-zod',
  apply: 'build',
  transform(code, id) {
    if (id.endsWith('zod/v4/core/schemas.js')) {
      if (!JIT.test(code))
        throw new Error('zod no longer has $ZodObjectJIT where vite.config.ts leaves it out')
      return code.replace(JIT, () => 'export const $ZodObjectJIT = $ZodObject')
    }
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(match => match[1] ?? '')
    const value = (name: string): string =>
      name.startsWith('create') ? '() => absent' : name === 'allProcessors' ? '{}' : 'absent'
    const renamed = /^export \{.*\};?$/m.exec(code)?.[0] ?? ''
    return [ABSENT, ...names.map(name => `export const ${name} = ${value(name)}`), renamed].join('\n')
  },
}

/** What every first page needs travels together: a dozen small files cost more than one. */
const FIRST =
  /zod\/|contract\/(endpoint|roles)\.ts$|web\/(call|session|paths|ui\/(Button|Tooltip|place|Spinner|Field|Input|PageHeading|Error\w+|Notice)|layouts\/Logo)\.tsx?$/
/** So does what every page of the console needs and the public page does not. */
const CONSOLE = /contract\/auth\.ts$|web\/(api|routes|layouts\/PageSlot|parts\/useForm)\.tsx?$/
/** Amounts, counts and shares are on every page; alone they are small, and must not bring the whole engine along. */
const SMALL = /engine\/(money|dates|fraction|percent|countText)\.ts$|contract\/(payMonth|stages|zones)\.ts$/
/** So are phones, banks and files on every page with a form, which the dashboard is not. */
const FORMS =
  /engine\/(phone|nuban)\.ts$|contract\/(documents|nigeria|tenorWords|words)\.ts$|web\/parts\/(figures|requestWords|MoneyField|shrinkImage)\.tsx?$/
/** What a quote is made of: the public page would else wait for ten small files one after the other. */
const QUOTE = /engine\/product\.ts$|web\/parts\/(wish|QuoteSummary|ScheduleTable)\.tsx?$/

/** What every page behind the sign-in has, and is too small to travel alone. */
const FRAME =
  /contract\/preferences\.ts$|web\/parts\/(preferences|currentUser|viewQuery|LoadError|useShortcuts)\.tsx?$|web\/ui\/(lazily|focusFirst|useFollow|Menu|RelativeTime|Card|LinkButton|Badge|EmptyState)\.tsx?$/

export default defineConfig({
  root: 'web',
  plugins: [lighterZod, react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows only files of our own: nothing may be inlined as a data: address.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A list of what each page needs would sit in the first load and grow with every page; only the way in has one.
      resolveDependencies: (file, needs, { hostType }) =>
        hostType === 'html' || /(console|applicant|Layout|LoginPage)-[^/]*$/.test(file) ? needs : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'kit', test: FIRST },
            { name: 'console', test: CONSOLE },
            { name: 'small', test: SMALL },
            { name: 'forms', test: FORMS },
            { name: 'frame', test: FRAME },
            { name: 'products', test: /contract\/products\.ts$/ },
            { name: 'application', test: /contract\/application\.ts$/ },
            { name: 'request', test: /contract\/requests\.ts$/ },
            { name: 'quote', test: QUOTE },
            // an icon of one page alone travels with it
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 4401),
    strictPort: true,
    // with the slash: web/api.ts is a file of ours
    proxy: { '/api/': server },
  },
})
