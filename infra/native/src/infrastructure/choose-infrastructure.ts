/** Where the distributed tests find Postgres, Redis and Kafka. */
export type InfrastructureSource = 'environment' | 'containers' | 'native'

export const infrastructureVariables = ['DATABASE_URL', 'REDIS_URL', 'KAFKA_BROKERS'] as const

/**
 * Chooses, in this order: addresses of the environment, a container engine, programs of this machine.
 * Throws when only some of the addresses are set, because that is a mistake and not a choice.
 */
export const chooseInfrastructure = (
  environment: Record<string, string | undefined>,
  isContainerEngineRunning: boolean,
): InfrastructureSource => {
  const missing = infrastructureVariables.filter((name) => !environment[name])
  if (missing.length === 0) return 'environment'
  if (missing.length < infrastructureVariables.length) {
    throw new Error(`Set all of ${infrastructureVariables.join(', ')} or none of them; missing: ${missing.join(', ')}.`)
  }
  return isContainerEngineRunning ? 'containers' : 'native'
}
