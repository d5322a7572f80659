import { setTimeout as delay } from 'node:timers/promises'
import type { Logger, Service } from '@purple-sector/service-kit'

/**
 * Waits until all services have the data they request from each other, after a first start or a rebuild.
 * Logs a service that takes longer than `timeoutMs` and continues without it, because the others are usable. Rejects
 * when the signal aborts.
 */
export const waitUntilReady = async (
  services: readonly Pick<Service, 'name' | 'isReady'>[],
  log: Logger,
  signal: AbortSignal,
  timeoutMs = 60_000,
): Promise<void> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  await Promise.all(
    services.map(async (service) => {
      while (!(await service.isReady())) {
        signal.throwIfAborted()
        if (timeout.aborted)
          return log.warn(
            { event: 'startup.not_ready', service: service.name },
            'Service not ready yet; continuing without it',
          )
        await delay(20)
      }
    }),
  )
}
