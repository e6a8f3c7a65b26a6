import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { beforePaint, fileGroups } from './scripts/webFiles.mjs'

const server = `http://localhost:${process.env.PORT ?? 4400}`

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), beforePaint()],
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
    rolldownOptions: { output: { codeSplitting: { groups: fileGroups() } } },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 4401),
    strictPort: true,
    // with the slash: web/api.ts is a file of ours
    proxy: { '/api/': server },
  },
})
