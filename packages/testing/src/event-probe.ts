import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'
import type { EventBus } from '@purple-sector/messaging'

/** The events published on a bus, for tests. */
export type EventProbe = {
  /** All events of a type so far, in order. */
  seen<Data>(definition: EventDefinition<Data>): DomainEvent<Data>[]
  /** Returns the next matching event of a type that no earlier `next` returned; waits at most 30 s. */
  next<Data>(definition: EventDefinition<Data>, fits?: (data: Data) => boolean): Promise<DomainEvent<Data>>
  stop(): Promise<void>
}

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && 'topic' in value

const contracts = new URL('../../contracts/src/', import.meta.url)
const modules: object[] = await Promise.all(
  globSync('*/events.ts', { cwd: fileURLToPath(contracts) }).map((file) => import(new URL(file, contracts).href)),
)

/** Every event type of the contracts. */
const everyDefinition: readonly EventDefinition[] = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isDefinition)

const timeoutMs = 30_000

/**
 * Collects every event published on a bus from now on and validates it by its contract. `more` names event types that
 * are not in the contracts.
 */
export const startEventProbe = async (
  bus: EventBus,
  consumer = 'probe',
  more: readonly EventDefinition[] = [],
): Promise<EventProbe> => {
  const definitions = [...everyDefinition, ...more]
  const events: DomainEvent[] = []
  const returnedEvents = new Set<DomainEvent>()
  const pendingChecks = new Set<() => void>()
  const contractErrors: Error[] = []

  const subscription = await bus.subscribe({
    consumer,
    events: definitions,
    mode: 'broadcast',
    handle: async (event) => {
      const { data } = definitions.find(({ type }) => type === event.type) ?? {}
      const parsed = data?.safeParse(event.data)
      if (parsed && !parsed.success)
        contractErrors.push(new Error(`${event.type} breaks its contract: ${parsed.error.message}`))
      events.push(event)
      for (const check of pendingChecks) check()
    },
  })

  const seen = <Data>({ type, data }: EventDefinition<Data>): DomainEvent<Data>[] => {
    const [contractError] = contractErrors
    if (contractError) throw contractError
    return events.filter((event) => event.type === type).map((event) => ({ ...event, data: data.parse(event.data) }))
  }

  const findNext = <Data>(
    definition: EventDefinition<Data>,
    fits: (data: Data) => boolean,
  ): DomainEvent<Data> | undefined => {
    const candidates = events.filter((event) => event.type === definition.type && !returnedEvents.has(event))
    for (const event of candidates) {
      const data = definition.data.parse(event.data)
      if (!fits(data)) continue
      returnedEvents.add(event)
      return { ...event, data }
    }
    return undefined
  }

  const next: EventProbe['next'] = (definition, fits = () => true) =>
    new Promise((resolve, reject) => {
      const finish = (complete: () => void): void => {
        clearTimeout(timer)
        pendingChecks.delete(check)
        complete()
      }
      const check = (): void => {
        try {
          const event = findNext(definition, fits)
          if (event) finish(() => resolve(event))
        } catch (error) {
          finish(() => reject(error))
        }
      }
      const timer = setTimeout(() => {
        const published = events.map(({ type, subject }) => `${type} ${subject}`).join(', ') || 'no events'
        finish(() => reject(new Error(`No ${definition.type} within ${timeoutMs} ms; published were: ${published}`)))
      }, timeoutMs)
      pendingChecks.add(check)
      check()
    })

  return { seen, next, stop: subscription.stop }
}
