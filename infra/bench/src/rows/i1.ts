import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@purple-sector/database'
import { type DistributedProduct, startDistributedProduct, startNativeInfrastructure } from '@purple-sector/native'
import { silentLogger } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { cpuUsedBetween, measureForeignCpu, sampleCpu } from '../distributed/cpu-by-program.ts'
import { alternate } from '../figures/alternate.ts'
import { atMost, compared } from '../figures/figure.ts'
import { signInToRaceControl } from '../game/race-control.ts'
import { signInFans } from '../game/sign-in-fans.ts'
import type { OfferedResult } from '../processes/crowd-load.ts'
import { type Process, startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

/** Some fans tip, the others chat, each over their own connection. */
const TIPPING = 400
const CHATTING = 1_600
const TIPS_A_SECOND = 40
/** Concurrency at which chat is saturated. */
const CONCURRENCY = 64
const STORM = 5
/** Period of which the chat processes run one half and are stopped for the other. */
const DUTY_MS = 40
/** CPU cores used in the preceding second; below this a program only runs its timers. */
const IDLE_CORES = 0.1
/** Delay above which the load generator did not offer the intended rate. */
const LATE_MS = 50

type Crowd = typeof import('../processes/crowd-load.ts').commands

/** Lets the chat processes run for half of the time; the returned function stops that. */
const limitToHalfCpu = (product: DistributedProduct): (() => Promise<void>) => {
  const names = product.names.filter((name) => name === 'chat' || name.startsWith('chat-'))
  const sendSignal = (signal: NodeJS.Signals) => Promise.all(names.map((name) => product.kill(name, signal)))
  let isPaused = false
  const timer = setInterval(() => {
    isPaused = !isPaused
    void sendSignal(isPaused ? 'SIGSTOP' : 'SIGCONT')
  }, DUTY_MS / 2)
  return async () => {
    clearInterval(timer)
    await sendSignal('SIGCONT')
  }
}

const inMs = ({ p50, p99 }: { p50: number; p99: number }): string => `${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`

const describe = ({ offered, sendDelay, accepted, rejected, repliesByStatus }: OfferedResult): string =>
  `offered ${Math.round(offered)}/s, late by ${inMs(sendDelay)}: accepted in ${inMs(accepted)}, rejected in ${inMs(rejected)}, ` +
  `replies ${JSON.stringify(repliesByStatus)}`

/** Waits until all effects of earlier rounds are finished, so that none includes work of another. */
const waitUntilIdle = (): Promise<void> =>
  waitFor(
    'all work to finish',
    async () => {
      const before = sampleCpu()
      await delay(1_000)
      const used = cpuUsedBetween(before, sampleCpu())
      return ['engagement', 'chat', 'tipping'].every(
        (name) => (used[name] ?? 0) + (used[`Postgres for ${name}`] ?? 0) < IDLE_CORES * 1_000,
      )
    },
    300_000,
  )

/**
 * Measures tips while chat is offered far more load than it can handle.
 * Requests are sent at random moments, independent of replies; latencies count from the due time of a tip.
 */
export const i1: Row = {
  id: 'I1',
  name: 'tips beside a chat beyond its saturation',
  async run({ rounds, quick, logProgress }) {
    const seconds = quick ? 5 : 15
    const infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    const folder = await temporaryFolder('bench-i1')
    const product = await startDistributedProduct({
      infrastructure,
      log: silentLogger(),
      logFolder: join(folder.path, 'logs'),
      replicas: { gateway: 1, 'scoring-worker': 1 },
      settings: { LIMIT_WRITES: '1000000', LIMIT_MESSAGES: '1000000' },
    })
    const [url = ''] = product.gateways
    const identity = openDatabase({ url: infrastructure.databaseUrl, schema: 'identity', maxConnections: 1 })
    const tips = await startProcess<Crowd>('crowd-load')
    const chat = await startProcess<Crowd>('crowd-load')
    const release = limitToHalfCpu(product)
    try {
      await signInFans(identity, TIPPING + CHATTING)
      const raceControl = await signInToRaceControl({ url, administrator: product.admin })
      const { weekendId, carIds } = await raceControl.addWeekend(1)
      const post = (fan: number, path: string, body: object) => ({
        method: 'POST' as const,
        path,
        headers: { 'content-type': 'application/json', origin: url, cookie: cookieOf(fan) },
        body: JSON.stringify(body),
      })
      // A different car each time, so that every tip writes.
      const tipRequests = Array.from({ length: TIPPING }, (_, index) =>
        carIds.map((carId) => post(index + 1, '/api/tips', { weekendId, category: '1', carId, tipSource: 'sector' })),
      )
      const message = 'What a move into turn one, they went three wide and all came out of it!'
      const chatRequests = Array.from({ length: CHATTING }, (_, index) => [
        post(TIPPING + index + 1, `/api/weekends/${weekendId}/chat`, { message }),
      ])
      const isAccepted = async () => {
        const first = tipRequests[0]?.[0]
        return first ? (await fetch(`${url}${first.path}`, first)).status < 300 : false
      }
      await waitFor('the first tip', isAccepted, 30_000)
      await tips.run('prepare', { url, requests: tipRequests })
      await chat.run('prepare', { url, requests: chatRequests })

      let seed = 0
      const offer = async (crowd: Process<Crowd>, perSecond: number, forSeconds: number): Promise<OfferedResult> => {
        seed += 1
        const { result } = await crowd.run('offer', { perSecond, seconds: forSeconds, seed })
        return result
      }
      const notes: string[] = []
      const note = (line: string): void => {
        logProgress(line)
        notes.push(line)
      }
      const measureTips = async (when: string, forSeconds = seconds): Promise<number> => {
        const result = await offer(tips, TIPS_A_SECOND, forSeconds)
        note(`tips ${when}: ${describe(result)}`)
        if (result.neither + result.rejected.p50 > 0)
          throw new Error(`tips got the replies ${JSON.stringify(result.repliesByStatus)}`)
        return result.accepted.p99
      }
      const tipWithoutChat = async (): Promise<number> => {
        await waitUntilIdle()
        return measureTips('without chat')
      }
      // Every fan's first tip, which costs more than a change.
      await measureTips('at first', (2 * TIPPING) / TIPS_A_SECOND)
      await waitUntilIdle()
      const { result: saturated } = await chat.run('saturate', { concurrency: CONCURRENCY, seconds })
      const saturation = Math.round(saturated.perSecond)
      note(`chat handles ${saturation} messages/s with ${CONCURRENCY} concurrent, in ${inMs(saturated.latencies)}`)
      if (saturation === 0) throw new Error(`chat accepted nothing: ${JSON.stringify(saturated.repliesByStatus)}`)
      const load: Record<string, number> = {}
      const tipBesideChat = async (): Promise<number> => {
        await waitUntilIdle()
        const [before, measureForeignCores, startedAt] = [sampleCpu(), measureForeignCpu(), performance.now()]
        const storm = offer(chat, STORM * saturation, seconds + 1)
        const p99 = await measureTips('beside chat')
        const used = cpuUsedBetween(before, sampleCpu())
        const durationMs = performance.now() - startedAt
        for (const [program, ms] of Object.entries(used)) load[program] = ms / durationMs
        load['other processes'] = measureForeignCores()
        const result = await storm
        note(`chat: ${describe(result)}`)
        if (result.sendDelay.p99 > LATE_MS) note('The load generator was late: it offered less than intended.')
        return p99
      }
      const p99 = await alternate(rounds, { subject: tipBesideChat, baseline: tipWithoutChat })
      const what = `${TIPS_A_SECOND} tips a second beside ${STORM} × the ${saturation} messages/s that chat handles on half a core: p99`
      return [compared({ row: 'I1', what, against: 'the same without chat', unit: 'ms', load, notes }, atMost(2), p99)]
    } finally {
      await release()
      await tips.stop()
      await chat.stop()
      await identity.destroy()
      await product.stop()
      await infrastructure.stop()
      await folder.remove()
    }
  },
}
