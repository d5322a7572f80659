import { join } from 'node:path'
import { removeTopics } from '@purple-sector/messaging/kafka/remove-topics'
import { services } from '@purple-sector/product'
import { passwordVariable } from '@purple-sector/product/processes'
import { createLogger } from '@purple-sector/service-kit/logger'
import { createTestDatabase, rolePassword } from '@purple-sector/testing/databases/test-database'
import { z } from 'zod'
import { type DistributedProduct, type DistributedProductOptions, startDistributedProduct } from '../src/processes.ts'
import { repositoryRoot } from '../src/repository-root.ts'

const servers = z.object({ REDIS_URL: z.string(), KAFKA_BROKERS: z.string() })

export type TestProduct = {
  product: DistributedProduct
  /** URL of the product's database as the superuser. */
  databaseUrl: string
  logFolder: string
  stop(): Promise<void>
}

/**
 * Starts the distributed product for one suite on the run's Postgres, Redis and Kafka, with an empty database and bus.
 */
export const createTestProduct = async (
  name: string,
  { settings, ...options }: Omit<DistributedProductOptions, 'infrastructure' | 'log' | 'logFolder'> = {},
): Promise<TestProduct> => {
  const { REDIS_URL: redisUrl, KAFKA_BROKERS: kafkaBrokers } = servers.parse(process.env)
  const testDatabase = await createTestDatabase({ service: 'tipping' })
  const logFolder = join(repositoryRoot, 'var', 'logs', name)
  const log = createLogger(name, 'warn')
  try {
    // The template has the tables of the kit as this version creates them; another version begins with an empty database.
    if (options.code) await testDatabase.database.raw('drop schema tipping cascade')
    await removeTopics(
      { brokers: kafkaBrokers.split(','), clientId: name, log },
      services.map((service) => service.name),
    )
    const product = await startDistributedProduct({
      infrastructure: { databaseUrl: testDatabase.adminUrl, redisUrl, kafkaBrokers },
      log,
      logFolder,
      settings: {
        ...Object.fromEntries(services.map(({ name }) => [passwordVariable(name), rolePassword])),
        LIMIT_REGISTRATION: '6000',
        PASSWORD_HASH_MEMORY_KIB: '8192',
        PASSWORD_HASH_PASSES: '1',
        ...settings,
      },
      ...options,
    })
    return {
      product,
      databaseUrl: testDatabase.adminUrl,
      logFolder,
      async stop() {
        await product.stop()
        await testDatabase.drop()
      },
    }
  } catch (error) {
    await testDatabase.drop()
    throw error
  }
}
