import { pause } from '../fans/http-client.ts'
import type { Account, ProductApi } from '../fans/product-api.ts'
import * as replies from '../fans/replies.ts'
import type { RecordedRace } from '../recording/recording.ts'
import type { Programme } from './set-up-weekend.ts'
import { timingSnapshot } from './timing-snapshot.ts'
import type { TimingSource } from './timing-source.ts'

type Sender = { api: ProductApi; admin: Account; programme: Programme; key: string | undefined }
type Snapshot = ReturnType<typeof timingSnapshot>

/** Time until the services that accept snapshots know that a race is over, and poll interval; ms. */
const [hearsWithin, again] = [2_000, 100]

/** Sends each lap itself, with a key of `TIMING_KEYS` or else as race control. */
export const pushSource = ({ api, admin, programme, key }: Sender): TimingSource => {
  const sent = new Map<string, Snapshot>()
  const caller = key === undefined ? { cookie: admin.cookie } : { key }
  const push = (race: RecordedRace, body: Snapshot) => api.timing.send(caller, programme.races.get(race.id) ?? 0, body)
  const outcomeOf = async (race: RecordedRace, body: Snapshot): Promise<string> => {
    const { status, body: reported } = await push(race, body)
    const reply = replies.snapshotReply.safeParse(reported)
    if (status !== 200 || !reply.success) return `answered ${status}: ${JSON.stringify(reported)}`
    return reply.data.accepted ? 'accepted' : 'ignored'
  }
  return {
    async begin() {},
    async send(race, raceState) {
      // Two laps may fall into one millisecond while the clock is paused.
      const at = Math.max(Date.now(), (sent.get(race.id)?.sequence ?? 0) + 1)
      const body = timingSnapshot(race, raceState, new Date(at))
      sent.set(race.id, body)
      const outcome = await outcomeOf(race, body)
      // If the reply to a snapshot was lost, the product ignores its repetition.
      return outcome === 'accepted' || outcome === 'ignored' ? null : outcome
    },
    /** Repeats a snapshot and sends an older one: the product must ignore both. */
    async failAndReturn(race) {
      const last = sent.get(race.id)
      if (!last) return []
      const older = { ...last, sequence: last.sequence - 1, lap: 0, flag: 'red' as const, entries: [] }
      return [await outcomeOf(race, last), await outcomeOf(race, older)].map((outcome) => ({
        ...{ what: 'a snapshot that is not newer', expected: 'ignored', actual: outcome },
      }))
    },
    async end(race) {
      const last = sent.get(race.id)
      if (!last) return []
      const giveUp = Date.now() + hearsWithin
      let sequence = last.sequence + 1
      let reply = await push(race, { ...last, sequence })
      while (reply.status === 200 && Date.now() < giveUp) {
        await pause(again)
        sequence += 1
        reply = await push(race, { ...last, sequence })
      }
      const { status, body } = reply
      const code = replies.errorReply.safeParse(body).data?.code ?? ''
      return [{ what: 'a snapshot after the end', expected: '409 RACE_OVER', actual: `${status} ${code}` }]
    },
    async close() {},
  }
}
