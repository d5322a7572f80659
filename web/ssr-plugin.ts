import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('./src/app/entry-server.tsx', import.meta.url))
/** Beside what is served: nobody is sent the app as a server runs it. */
const FOLDER = fileURLToPath(new URL('./ssr/dist', import.meta.url))
const run = promisify(execFile)
/** In a process of its own: the app opens channels to other tabs, which would keep the build from ending. */
const DRAW =
  'import(process.argv[1]).then(({ landingPicture }) => process.stdout.write(landingPicture(), () => process.exit()))'

/** Builds the app for Node; the names of its styles are those of the build for browsers. */
const builtForNode = async (): Promise<string> => {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    plugins: [react()],
    // React draws several times as slowly where it looks for mistakes.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: SOURCE, outDir: FOLDER, emptyOutDir: true, copyPublicDir: false, target: 'es2023' },
  })
  return join(FOLDER, 'entry-server.js')
}

/**
 * Builds the app as the gateway runs it to draw fans' pages in advance (`ssr/dist/entry-server.js`,
 * `gateway/src/pictures/`), and lets it draw `/landing.html`, what a visitor sees at `/`. The gateway puts either into the
 * document (`gateway/src/static/written-page.ts`): it is painted before the app's script has come, which then takes it over.
 */
export const ssrPlugin = (): Plugin => ({
  name: 'ssr',
  apply: 'build',
  async generateBundle() {
    const picture = pathToFileURL(await builtForNode()).href
    const { stdout } = await run(process.execPath, ['--eval', DRAW, picture])
    this.emitFile({ type: 'asset', fileName: 'landing.html', source: stdout })
  },
})
