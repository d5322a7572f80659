import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { freePort } from '@purple-sector/machine/free-port'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { RedisContainer } from '@testcontainers/redis'
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers'
import { images } from './images.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Returns whether a Docker engine, or a compatible one, runs on this machine. */
export const isContainerEngineRunning = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  )

/** The mapped port must be known before the start, because Kafka clients use the advertised address. */
const startKafkaContainer = async (): Promise<{ container: StartedTestContainer; brokers: string }> => {
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime
  const port = await freePort()
  const container = await new GenericContainer(images.kafka)
    .withExposedPorts({ container: port, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${host}:${port}`,
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR: '1',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(180_000)
    .start()
  return { container, brokers: `${host}:${port}` }
}

/**
 * Starts real Postgres, Redis and Kafka in containers.
 * Testcontainers removes them even when this process is killed.
 */
export const startContainerInfrastructure = async (): Promise<Infrastructure> => {
  const [postgres, redis, kafka] = await Promise.allSettled([
    new PostgreSqlContainer(images.postgres)
      .withCommand(['postgres', '-c', 'max_connections=300'])
      .withEnvironment(allocatorEnvironment)
      .start(),
    new RedisContainer(images.redis).start(),
    startKafkaContainer(),
  ])
  const stop = async () => {
    const started = [postgres, redis].flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const containers = kafka.status === 'fulfilled' ? [...started, kafka.value.container] : started
    await Promise.all(containers.map((container) => container.stop()))
  }
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled' && kafka.status === 'fulfilled') {
    return {
      databaseUrl: postgres.value.getConnectionUri(),
      redisUrl: redis.value.getConnectionUrl(),
      kafkaBrokers: kafka.value.brokers,
      stop,
    }
  }
  await stop()
  const failures = [postgres, redis, kafka].flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  throw new AggregateError(failures, `The containers could not be started: ${failures.join('; ')}`)
}
