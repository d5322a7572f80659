import { join } from 'node:path'
import { startDistributedProduct, startNativeInfrastructure } from '@purple-sector/native'
import { silentLogger } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { startProcess } from '../processes/start-process.ts'
import { memoryOfPrograms } from './process-memory.ts'

/** Bytes; the heap, with external memory of JavaScript, only of our own processes. */
export type ProcessMemory = { resident: number; heap: number | null }

/** A product in child processes, on temporary data. */
export type SoakProduct = {
  /** URLs of its gateways. */
  urls: string[]
  administrator: { email: string; password: string }
  /** Returns the current memory of every process, by name. */
  memory(): Promise<Map<string, ProcessMemory>>
  stop(): Promise<void>
}

const collectorUrl = new URL('./collect.ts', import.meta.url).href

const PROGRAMS: Record<string, string> = { postgres: 'Postgres', 'redis-server': 'Redis', java: 'Kafka' }

/** Memory of the infrastructure, whose processes are grandchildren of this process. */
const infrastructureMemory = (): [string, ProcessMemory][] =>
  [...memoryOfPrograms(process.pid, Object.keys(PROGRAMS))].map(([program, resident]) => [
    PROGRAMS[program] ?? program,
    { resident, heap: null },
  ])

const startEmbedded = async (): Promise<SoakProduct> => {
  const folder = await temporaryFolder('soak')
  const host = await startProcess<typeof import('../processes/product-host.ts').commands>('product-host', {
    nodeArguments: [`--import=${collectorUrl}`],
  })
  const stop = async () => {
    await host.stop()
    await folder.remove()
  }
  try {
    const { result: started } = await host.run('start', folder.path)
    return {
      urls: [started.url],
      administrator: started.administrator,
      async memory() {
        const { result } = await host.run('memory', undefined)
        return new Map([['product', result], ...infrastructureMemory()])
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reads one metric of a page in the Prometheus text format. */
export const metric = (text: string, name: string): number => {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The metrics have no ${name}.`)
  return Number(value)
}

const memoryOf = async (url: string): Promise<ProcessMemory> => {
  const text = await (await fetch(url)).text()
  return {
    resident: metric(text, 'process_resident_memory_bytes'),
    heap: metric(text, 'nodejs_heap_size_used_bytes') + metric(text, 'nodejs_external_memory_bytes'),
  }
}

const startDistributed = async (): Promise<SoakProduct> => {
  const folder = await temporaryFolder('soak')
  const log = silentLogger()
  const servers = await startNativeInfrastructure({ log, hasPreallocatedKafkaHeap: true })
  const stopServers = async () => {
    await servers.stop()
    await folder.remove()
  }
  try {
    const product = await startDistributedProduct({
      infrastructure: servers,
      log,
      logFolder: join(folder.path, 'logs'),
      settings: { LIMIT_REGISTRATION: '6000' },
      preloadModule: collectorUrl,
    })
    return {
      urls: product.gateways,
      administrator: product.admin,
      async memory() {
        const entries = product.names.map(async (name) => [name, await memoryOf(product.metricsUrlOf(name))] as const)
        return new Map([...(await Promise.all(entries)), ...infrastructureMemory()])
      },
      async stop() {
        await product.stop()
        await stopServers()
      },
    }
  } catch (error) {
    await stopServers()
    throw error
  }
}

export const startSoakProduct = (way: 'embedded' | 'distributed'): Promise<SoakProduct> =>
  way === 'embedded' ? startEmbedded() : startDistributed()
