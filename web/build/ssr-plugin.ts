import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('../src/app/entry-server.tsx', import.meta.url))
/** Outside of the served folder: the server build is never sent to a client. */
const FOLDER = fileURLToPath(new URL('../ssr/dist', import.meta.url))
const run = promisify(execFile)
/** Runs in a process of its own: the app opens channels to other tabs, which would keep the build alive. */
const RENDER = `import(process.argv[1]).then(async ({ renderLanding, pageReads }) => {
  const built = { landing: renderLanding(), reads: await pageReads() }
  process.stdout.write(JSON.stringify(built), () => process.exit())
})`

/** What the build needs of the server entry: the landing page, and the paths of each page's first reads by pattern. */
type ServerBuild = { landing: string; reads: Record<string, string[]> }

/** Builds the app for Node, with the same class names as the build for browsers. */
const buildForNode = async (): Promise<string> => {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    plugins: [react()],
    // The development build of React renders several times slower.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: SOURCE, outDir: FOLDER, emptyOutDir: true, copyPublicDir: false, target: 'es2023' },
  })
  return join(FOLDER, 'entry-server.js')
}

const runServerBuild = async (): Promise<ServerBuild> => {
  const entry = pathToFileURL(await buildForNode()).href
  return JSON.parse((await run(process.execPath, ['--eval', RENDER, entry])).stdout)
}
let built: Promise<ServerBuild> | undefined
/** Builds and runs the server entry, once for all plugins. */
export const serverBuild = (): Promise<ServerBuild> => {
  built ??= runServerBuild()
  return built
}

/**
 * Builds the server entry of the app (`ssr/dist/entry-server.js`), by which the gateway renders fans' pages
 * (`gateway/src/ssr/`), and renders `/landing.html`, a visitor's page at `/`. The gateway writes either into the document
 * (`gateway/src/static/write-page.ts`): the browser paints it before the app's script arrives, which then hydrates it.
 */
export const ssrPlugin = (): Plugin => ({
  name: 'ssr',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'landing.html', source: (await serverBuild()).landing })
  },
})
