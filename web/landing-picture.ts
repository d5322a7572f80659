import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('./src/app/picture.tsx', import.meta.url))
const run = promisify(execFile)
/** In a process of its own: the app opens channels to other tabs, which would keep the build from ending. */
const DRAW =
  'import(process.argv[1]).then(({ landingPicture }) => process.stdout.write(landingPicture(), () => process.exit()))'

/** Builds the app for Node and lets it draw the page; the names of its styles are those of the build for browsers. */
const drawn = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'purple-sector-picture-'))
  try {
    await build({
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      logLevel: 'warn',
      plugins: [react()],
      ssr: { noExternal: true },
      build: { ssr: SOURCE, outDir: folder, emptyOutDir: false, copyPublicDir: false, target: 'es2023' },
    })
    const picture = pathToFileURL(join(folder, 'picture.js')).href
    return (await run(process.execPath, ['--eval', DRAW, picture])).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Writes `/landing.html`, what a visitor sees at `/`, which the gateway puts into their document
 * (`gateway/src/static/written-page.ts`): it is painted before the app's script has come, which then takes it over.
 */
export const landingPicture = (): Plugin => ({
  name: 'landing-picture',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'landing.html', source: await drawn() })
  },
})
