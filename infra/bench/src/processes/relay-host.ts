import { type Database, openDatabase, wake } from '@purple-sector/database'
import { type EventBus, type Relay, startRelay } from '@purple-sector/messaging'
import { createKafkaBus } from '@purple-sector/messaging/kafka'
import { silentLogger } from '@purple-sector/service-kit'
import { waitFor } from '../wait-for.ts'
import { serve, watch } from './serve.ts'

let database: Database
let bus: EventBus
let relay: Relay

/** The events that tips leave in the outbox. */
const EVENTS = `
insert into outbox (type, subject, key, sequence, data, traceparent)
select 'tipping.tip-submitted.v1', 'tip/' || n, 'user/' || md5(n::text)::uuid, 1,
  json_build_object('tipId', n, 'userId', md5(n::text)::uuid, 'weekendId', 1, 'categoryId', 1, 'category', 'Repco Supercars Championship',
    'groupId', null, 'carId', 7, 'isNew', true, 'submittedAt', '2026-11-21T08:00:00.000Z'),
  '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'
from generate_series(1, ?::int) n`

const isEmpty = async (): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: { waits: boolean }[] }>('select exists (select from outbox) as waits')
  return rows[0]?.waits === false
}

/** Runs the relay of one service on Kafka, without the rest of the service. */
export const commands = {
  async start({ url, brokers }: { url: string; brokers: string }): Promise<void> {
    const log = silentLogger()
    database = openDatabase({ url, schema: 'tipping', maxConnections: 4 })
    bus = await createKafkaBus({ brokers: [brokers], clientId: 'bench-relay', log })
    relay = startRelay({ database, bus, service: 'tipping', log })
  },

  /**
   * Commits this many events at once.
   * Returns the milliseconds until all were published and deleted from the outbox.
   */
  async drain(events: number): Promise<number> {
    await database.raw(EVENTS, [events])
    const startedAt = performance.now()
    wake(database, 'outbox')
    await waitFor('the outbox to drain', isEmpty, 120_000, 5)
    return performance.now() - startedAt
  },

  watch,
}

serve(commands, async () => {
  await relay?.stop()
  await bus?.close()
  await database?.destroy()
})
