import type { AcceptedTip } from '../account/expected-board.ts'
import type { TipAttempt } from '../account/expected-tips.ts'
import type { FanPlan } from '../recording/recording.ts'
import type { FanSocket } from './fan-socket.ts'
import { pause } from './http-client.ts'
import { inParallel } from './in-parallel.ts'
import type { Account, ProductApi } from './product-api.ts'

/** A fan of this run: signed in, with every attempted tip. */
export type Fan = {
  plan: FanPlan
  email: string
  account: Account
  attempts: TipAttempt[]
  accepted: AcceptedTip[]
  queue: Promise<void>
  /** The fan's WebSocket, if any. */
  socket: FanSocket | null
}

/** Registers every fan under a name that is unique to this run. */
export const registerFans = (api: ProductApi, plans: FanPlan[], run: string): Promise<Fan[]> =>
  inParallel(plans, 16, async (plan, i) => {
    const names = {
      username: { username: `${plan.name}-${run}` },
      'full-name': { firstName: plan.name, lastName: `of ${run}` },
      nothing: {},
    }[plan.displays]
    const email = `fan-${i + 1}-${run}@race-day.example`
    const account = await api.register({ email, password: `${run} pit lane ${i + 1}`, ...names })
    return { plan, email, account, attempts: [], accepted: [], queue: Promise.resolve(), socket: null }
  })

/** A sequence in which one action runs after the other. */
type Queue = { queue: Promise<void> }

/** An action at a moment, which starts once all earlier actions of its queues are done. */
export type TimedAct = { at: number; queues: Queue[]; act(): Promise<void> }

/** Runs every action at its moment: one after the other for each fan, concurrently across fans. */
export const runActs = async (acts: TimedAct[], signal: AbortSignal): Promise<void> => {
  for (const { at, queues, act } of [...acts].sort((a, b) => a.at - b.at)) {
    if (at > Date.now()) await pause(at - Date.now(), signal)
    signal.throwIfAborted()
    const finished = Promise.all(queues.map(({ queue }) => queue)).then(act)
    for (const queued of queues) queued.queue = finished
  }
  await Promise.all(acts.flatMap(({ queues }) => queues.map(({ queue }) => queue)))
}
