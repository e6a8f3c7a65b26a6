import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env.PORT ?? 4400}`

/**
 * The server writes OpenAPI; in the browser zod's JSON Schema writer is 7 kB (gzip) of the first load that
 * nothing calls. Its exports stay, as functions that say so.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(match => match[1])
    const absent = `const absent = () => { throw new Error('JSON Schema is written on the server') }`
    const later = `const later = () => absent`
    const value = (name = ''): string =>
      name.startsWith('create') ? 'later' : name === 'allProcessors' ? '{}' : 'absent'
    const exports = names.map(name => `export const ${name} = ${value(name)}`)
    return [absent, later, ...exports, reexport(code)].join('\n')
  },
}
const reexport = (code: string): string => /^export \{.*\};?$/m.exec(code)?.[0] ?? ''

/** What every first page needs travels together: a dozen small files cost more than one. */
const FIRST =
  /zod\/|contract\/endpoint\.ts$|web\/(call|session|paths|ui\/(Button|Tooltip|place|Spinner|Field|Input|PageHeading|Error\w+|Notice)|layouts\/Logo)\.tsx?$/
/** So does what every page of the console needs and the public page does not. */
const CONSOLE = /contract\/(users|roles)\.ts$|web\/(api|routes|layouts\/PageSlot|parts\/useActForm)\.tsx?$/

export default defineConfig({
  root: 'web',
  plugins: [withoutJsonSchema, react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows only files of our own: nothing may be inlined as a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'kit', test: FIRST },
            { name: 'console', test: CONSOLE },
            { name: 'icons', test: /node_modules\/lucide-react\// },
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
