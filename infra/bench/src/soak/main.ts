import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createHttpClient,
  playRaceDay,
  productApi,
  type RaceDayOptions,
  readRecording,
  shippedRecording,
  speedFor,
} from '@purple-sector/race-day'
import { describeMachine } from '../figures/machine.ts'
import { progressLogger } from '../log-progress.ts'
import { soakResult } from './assertions.ts'
import { signUpBackgroundFans } from './background-load.ts'
import { type Soak, soakSchema, startMemoryLog } from './memory-samples.ts'
import { readSoakOptions, type SoakOptions, usage } from './options.ts'
import { type SoakProduct, startSoakProduct } from './product.ts'

const RESULTS = fileURLToPath(new URL('../../results', import.meta.url))
const PICTURES = fileURLToPath(new URL('../../../../docs/images', import.meta.url))

const logProgress = progressLogger('soak')

const liveWeekend = async ({ urls, administrator }: SoakProduct): Promise<number> => {
  const http = createHttpClient({ urls, timeout: 30_000 })
  try {
    const api = productApi(http)
    const { cookie } = await api.signIn(administrator.email, administrator.password)
    const live = (await api.weekends(cookie)).find(({ status }) => status === 'live')
    if (!live) throw new Error('No weekend is live.')
    return live.id
  } finally {
    await http.close()
  }
}

/**
 * Duration in minutes of the warm-up weekend, which is played before the measured one.
 * It does all the same work at a higher rate, so that further memory in the measured weekend is growth, not the first
 * peak.
 */
const minutesOfWarmUp = (minutes: number): number => Math.max(2, minutes / 10)

/**
 * Maximum length of a quiet period, in ms of the recording.
 * Memory falls in an evening without races, and two evenings in an hour would be waves that hide growth.
 */
const QUIET_OF_A_DAY = 10 * 60_000

/** Plays a weekend against all gateways of a product. */
const playAgainst = (
  { urls: [url = '', secondUrl], administrator }: SoakProduct,
  { recording, fans, speed, onStep }: Pick<RaceDayOptions, 'recording' | 'fans' | 'speed' | 'onStep'>,
) =>
  playRaceDay({
    ...{ url, recording, fans, speed, longestQuiet: QUIET_OF_A_DAY, admin: administrator, print: logProgress },
    ...(secondUrl !== undefined && { secondUrl }),
    ...(onStep && { onStep }),
  })

/** Plays the weekend under background load while memory is sampled, after one weekend as warm-up. */
const soak = async ({ minutes, fans, way, every }: SoakOptions): Promise<Soak> => {
  const machine = describeMachine()
  const recording = await readRecording(shippedRecording)
  const course = { longestQuiet: QUIET_OF_A_DAY }
  const speed = speedFor(recording, minutes, course)
  const speedOfWarmUp = speedFor(recording, minutesOfWarmUp(minutes), course)
  const product = await startSoakProduct(way)
  const log = startMemoryLog(product.memory, every * 1_000)
  try {
    const warmUp = await playAgainst(product, { recording, fans, speed: speedOfWarmUp })
    for (const difference of warmUp.differences) logProgress(JSON.stringify(difference))
    const backgroundLoad = await signUpBackgroundFans(product, fans)
    try {
      let loadDone: Promise<Record<string, number>> = Promise.resolve({})
      const onStep = async (step: string) => {
        if (step === 'started') {
          const weekendId = await liveWeekend(product)
          log.start()
          loadDone = backgroundLoad.run(weekendId, minutes * 60).catch((error: unknown) => {
            logProgress(`Background load stopped: ${error}`)
            return { failed: 1 }
          })
        }
        if (step === 'played') log.end()
      }
      // A failure in the last minute does not discard the samples of an hour.
      const { differences, failure } = await playAgainst(product, { recording, fans, speed, onStep }).then(
        (report) => ({ differences: report.differences, failure: null }),
        (error: unknown) => ({ differences: [], failure: String(error) }),
      )
      log.end()
      if (Number.isNaN(log.playedMs())) throw new Error(failure ?? 'The weekend never started.')
      for (const difference of differences) logProgress(JSON.stringify(difference))
      await log.stop()
      return {
        ...{ machine, way, minutes, fans, answers: await loadDone, differences: differences.length, failure },
        ...{ playedMs: log.playedMs(), readings: log.counts(), processes: log.processes() },
      }
    } finally {
      await backgroundLoad.stop()
    }
  } finally {
    await log.stop()
    await product.stop()
  }
}

const saveSoak = (soakData: Soak): string => {
  mkdirSync(RESULTS, { recursive: true })
  const path = join(RESULTS, `soak-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}-${soakData.way}.json`)
  writeFileSync(path, `${JSON.stringify(soakData)}\n`)
  return path
}

const main = async (): Promise<number> => {
  const options = readSoakOptions(process.argv.slice(2))
  const soakData = options.draw ? soakSchema.parse(JSON.parse(readFileSync(options.draw, 'utf8'))) : await soak(options)
  const path = options.draw ?? saveSoak(soakData)
  const { isSound, text, chart } = soakResult(soakData)
  const picture = join(PICTURES, `soak-${soakData.way}.svg`)
  writeFileSync(picture, chart)
  process.stdout.write(`${text}\n\n${path}\n${picture}\n`)
  return isSound ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n\n${usage}`)
  process.exitCode = 2
}
