import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** Scripts at unversioned addresses, by address. */
const SCRIPTS = {
  /** Runs before the first paint: from the same sources as the app, but in one file that blocks the page. */
  '/scheme.js': fileURLToPath(new URL('../src/app/first.ts', import.meta.url)),
  /** The service worker. */
  '/sw.js': fileURLToPath(new URL('../src/worker/worker.ts', import.meta.url)),
}

const bundleScript = async (source: string): Promise<string> => {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2023', lib: { entry: source, formats: ['iife'], name: 'script' } },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error(`Nothing was built of ${source}`)
  return chunk.code
}

/** Builds the scripts outside of the app's bundle, each in one file. */
export const ownScripts = (): Plugin => ({
  name: 'own-scripts',
  async generateBundle() {
    for (const [address, source] of Object.entries(SCRIPTS))
      this.emitFile({ type: 'asset', fileName: address.slice(1), source: await bundleScript(source) })
  },
  configureServer({ middlewares }) {
    for (const [address, source] of Object.entries(SCRIPTS))
      middlewares.use(address, (_request, response, next) => {
        bundleScript(source).then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
      })
  },
})
