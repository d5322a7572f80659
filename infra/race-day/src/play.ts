import { randomBytes } from 'node:crypto'
import { createHttpClient } from './fans/http-client.ts'
import { productApi } from './fans/product-api.ts'
import type { RaceDayOptions, RaceDayReport } from './options.ts'
import { playWeekend } from './play-weekend.ts'
import { PreflightError } from './preflight-error.ts'
import { clearStage, restoreLive } from './stage.ts'

/** Time until a product that is starting first answers; ms. */
const soon = 5_000

/** Throws PreflightError if no product answers. */
export const ensureRunning = async (urls: string[], timeout: number): Promise<void> => {
  const http = createHttpClient({ urls, timeout, connections: 1 })
  try {
    await http.send({ method: 'GET', path: '/healthz' })
  } catch (error) {
    throw new PreflightError(
      `Nothing answers at ${urls.join(' or ')}: start the product (make start), or say where it is with --url (make race-day URL=...).`,
      { cause: error },
    )
  } finally {
    await http.close()
  }
}

/**
 * Plays a recorded weekend against a running product and checks everything that the product shows.
 * Uses the public interface only, and compares with an account of its own. Resolves with the report whether or not
 * there are differences.
 * @throws if the weekend cannot be played at all: no answer, wrong credentials, another weekend is live
 */
export const playRaceDay = async (options: RaceDayOptions): Promise<RaceDayReport> => {
  const { url, secondUrl, origin, onOutage, timeout = 60_000, signal = new AbortController().signal } = options
  const urls = secondUrl ? [url, secondUrl] : [url]
  const started = Date.now()
  const http = createHttpClient({ urls, origin, onOutage, timeout, signal })
  // Clean-up also runs after the signal, so its client does not listen to the signal.
  const tidyHttp = createHttpClient({ urls, origin, timeout: 15_000, connections: 2 })
  const [api, tidyApi] = [productApi(http), productApi(tidyHttp)]
  const afterwards = new AsyncDisposableStack()
  afterwards.defer(() => Promise.all([http.close(), tidyHttp.close()]).then(() => {}))
  try {
    await ensureRunning(urls, Math.min(timeout, soon))
    const admin = await api.signIn(options.admin.email, options.admin.password)
    if (!admin.user.isAdmin) {
      throw new PreflightError(
        `${options.admin.email} is no administrator: give one with --admin-email and --admin-password.`,
      )
    }
    await options.onStep?.('signed in')
    const live = await clearStage(api, admin.cookie, options.takeOver ?? false)
    if (live) {
      options.print?.(`Took over from "${live.name}", which comes back at the end.`)
      afterwards.defer(() => restoreLive(tidyApi, admin.cookie, live))
    }
    const run = randomBytes(3).toString('hex')
    const report = await playWeekend({ options, api, tidyApi, admin, run, urls, signal, afterwards })
    return { ...report, retries: http.retries, outages: http.outages, seconds: (Date.now() - started) / 1000 }
  } finally {
    await afterwards.disposeAsync()
  }
}
