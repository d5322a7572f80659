import { type NatsoftServer, startNatsoftServer } from '@purple-sector/testing/servers/natsoft-server'
import { pause } from '../fans/http-client.ts'
import type { Account, ProductApi } from '../fans/product-api.ts'
import { carOf } from '../recording/entries.ts'
import type { RecordedRace, Recording } from '../recording/recording.ts'
import { categoryOf, type Programme } from './set-up-weekend.ts'
import { timingSnapshot } from './timing-snapshot.ts'
import type { Seen, TimingSource } from './timing-source.ts'

type Stage = { api: ProductApi; admin: Account; recording: Recording; programme: Programme; signal: AbortSignal }

/** Time until the product connects to a source or notices that it is gone, and poll interval; ms. */
const [timeout, again] = [30_000, 100]

/** Stands in for the timing company: the product connects and reads Natsoft's live messages over TCP. */
export const natsoftSource = ({ api, admin, recording, programme, signal }: Stage): TimingSource => {
  let server: NatsoftServer | undefined
  const idOf = (race: RecordedRace) => programme.races.get(race.id) ?? 0

  /** Polls the source until its state is right or the timeout is over; returns the last state. */
  const becomes = async (race: RecordedRace, isRight: (state: string) => boolean): Promise<string> => {
    const end = Date.now() + timeout
    for (;;) {
      const { state } = await api.timing.source(admin.cookie, idOf(race))
      if (isRight(state) || Date.now() > end) return state
      await pause(again, signal)
      signal.throwIfAborted()
    }
  }

  return {
    async begin(race) {
      server ??= await startNatsoftServer()
      const { name } = categoryOf(programme, race.category)
      const plates = [...new Set(race.laps.flat())]
      server.announce({
        ...{ code: race.id.toUpperCase().slice(0, 20), description: `${name} - ${race.name}` },
        ...{ kind: 'Race', laps: race.laps.length, category: name },
        cars: plates.map((number) => ({ number, driver: carOf(recording, race.category, number)?.driver ?? '' })),
      })
      await api.timing.setSource(admin.cookie, idOf(race), { kind: 'natsoft', url: server.tcpUrl })
      const end = Date.now() + timeout
      while (server.listeners() === 0 && Date.now() < end) await pause(again, signal)
    },
    async send(race, raceState) {
      const { sequence: _, ...snapshot } = timingSnapshot(race, raceState, new Date())
      server?.sendMessage(snapshot)
      if (raceState.flag === 'chequered') server?.end()
      return null
    },
    /** Stops the server in the middle of the race, and starts it again with everything it knows. */
    async failAndReturn(race): Promise<Seen[]> {
      await server?.die()
      const gone = await becomes(race, (state) => state !== 'receiving')
      await server?.comeBack()
      const back = await becomes(race, (state) => state === 'receiving')
      return [
        {
          what: 'a source that died',
          expected: 'not receiving',
          actual: gone === 'receiving' ? gone : 'not receiving',
        },
        { what: 'a source that came back', expected: 'receiving', actual: back },
      ]
    },
    end: async () => [],
    close: async () => server?.close(),
  }
}
