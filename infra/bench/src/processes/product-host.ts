import { type EmbeddedProduct, readConfig, startEmbeddedProduct } from '@purple-sector/embedded'
import { silentLogger } from '@purple-sector/service-kit'
import { startTracing } from '@purple-sector/service-kit/start-tracing'
import { barePage, type Page } from './bare-page.ts'
import { serve, watch } from './serve.ts'

let product: EmbeddedProduct | undefined
let stopTracing = async (): Promise<void> => {}

export type Started = Pick<EmbeddedProduct, 'url' | 'databaseUrl' | 'administrator'>

/** The whole product as started by `make start`: one process, with Postgres beside it. */
export const commands = {
  /** Starts tracing by `OTEL_*` variables, before the product. */
  async trace(variables: Record<string, string>): Promise<void> {
    // The exporter reads its variables from the environment.
    Object.assign(process.env, variables)
    stopTracing = await startTracing('purple-sector', variables, silentLogger())
  },
  async start(dataDir: string): Promise<Started> {
    const environment = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', SAMPLE_DATA: 'off' }
    product = await startEmbeddedProduct(readConfig(environment), silentLogger())
    const { url, databaseUrl, administrator } = product
    return { url: url.replace('localhost', '127.0.0.1'), databaseUrl, administrator }
  },
  startBarePage: (): Promise<string> => barePage.start(),
  addBarePage: async (page: Page): Promise<void> => barePage.addPage(page),
  /** Returns its current memory in bytes. */
  async memory(): Promise<{ resident: number; heap: number }> {
    const { rss, heapUsed, external } = process.memoryUsage()
    return { resident: rss, heap: heapUsed + external }
  },
  watch,
}

serve(commands, async () => {
  await Promise.all([barePage.stop(), product?.stop()])
  await stopTracing()
})
