import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ADDRESS = '/scheme.js'
const SOURCE = fileURLToPath(new URL('./src/app/first.ts', import.meta.url))

const bundled = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2023', lib: { entry: SOURCE, formats: ['iife'], name: 'scheme' } },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error(`Nothing was built of ${SOURCE}`)
  return chunk.code
}

/**
 * The script that runs before the first paint: of the same sources as the app, but in one file that the page can wait for,
 * at an address that stays.
 */
export const firstScript = (): Plugin => ({
  name: 'first-script',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: ADDRESS.slice(1), source: await bundled() })
  },
  configureServer({ middlewares }) {
    middlewares.use(ADDRESS, (_request, response, next) => {
      bundled().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
    })
  },
})
