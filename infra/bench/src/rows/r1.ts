import { startNativeInfrastructure } from '@purple-sector/native'
import { silentLogger } from '@purple-sector/service-kit'
import { startBenchPostgres } from '../database/bench-postgres.ts'
import { alternate } from '../figures/alternate.ts'
import { absolute, atLeast, atMost, compared } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import type { Row } from './row.ts'

export const r1: Row = {
  id: 'R1',
  name: 'outbox relay on Kafka',
  async run({ rounds, quick, logProgress }) {
    const events = quick ? 5_000 : 50_000
    logProgress('starting Kafka')
    const infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    const postgres = await startBenchPostgres()
    const relay = await startProcess<typeof import('../processes/relay-host.ts').commands>('relay-host')
    const bare = await startProcess<typeof import('../processes/bare-kafka.ts').commands>('bare-kafka')
    try {
      const database = await postgres.create('r1', ['tipping'])
      await relay.run('start', { url: database.urlOf('tipping'), brokers: infrastructure.kafkaBrokers })
      await bare.run('start', infrastructure.kafkaBrokers)
      const load: Record<string, number> = {}
      const perSecond = async (who: 'relay' | 'kafkajs'): Promise<number> => {
        const { result: ms, cpu } = await (who === 'relay' ? relay.run('drain', events) : bare.run('produce', events))
        load[who] = cpu
        logProgress(`${who}: ${Math.round((events / ms) * 1000)} events/s`)
        return (events / ms) * 1000
      }
      await perSecond('relay')
      const drained = await alternate(rounds, {
        subject: () => perSecond('relay'),
        baseline: () => perSecond('kafkajs'),
      })

      const seconds = quick ? 3 : 15
      logProgress(`watching the idle relay for ${seconds} s`)
      await relay.run('watch', 2_000)
      const idle: number[] = []
      for (let round = 0; round < (quick ? 1 : 3); round += 1)
        idle.push((await relay.run('watch', seconds * 1000)).cpu * 100)

      const size = `${events.toLocaleString('en')} tip events`
      return [
        compared(
          {
            row: 'R1',
            what: `outbox relay: ${size} from the outbox (Postgres, fsync on) to Kafka and out of it`,
            against: 'bare kafkajs batch produce of ready messages, 1,000 at a time',
            unit: 'events/s',
            load,
          },
          atLeast(0.5),
          drained,
        ),
        absolute(
          {
            row: 'R1',
            what: `idle relay and producer, process.cpuUsage over ${seconds} s`,
            against: '–',
            unit: '% of a core',
          },
          atMost(1, '% of a core'),
          spreadOf(idle),
        ),
      ]
    } finally {
      await Promise.all([relay.stop(), bare.stop()])
      await postgres.stop()
      await infrastructure.stop()
    }
  },
}
