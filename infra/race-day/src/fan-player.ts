import type { AcceptedTip } from './expected-board.ts'
import { pause } from './http-client.ts'
import { inParallel } from './in-parallel.ts'
import type { TipAttempt } from './judge-tips.ts'
import { type Account, codeOf, type ProductApi } from './product-api.ts'
import type { FanPlan, PlannedTip } from './recording.ts'
import { tipReply } from './replies.ts'
import { carId, categoryOf, type Programme } from './set-up-weekend.ts'
import type { Turnstile } from './turnstile.ts'

/** A fan of this run: signed in, with everything they tried. */
export type Fan = {
  plan: FanPlan
  account: Account
  attempts: TipAttempt[]
  accepted: AcceptedTip[]
  queue: Promise<void>
}

/** Registers every fan with a name of this run's own. */
export const registerFans = (api: ProductApi, plans: FanPlan[], run: string): Promise<Fan[]> =>
  inParallel(plans, 16, async (plan, i) => {
    const names = {
      username: { username: `${plan.name}-${run}` },
      'full-name': { firstName: plan.name, lastName: `of ${run}` },
      nothing: {},
    }[plan.displays]
    const email = `fan-${i + 1}-${run}@race-day.example`
    const account = await api.register({ email, password: `${run} pit lane ${i + 1}`, ...names })
    return { plan, account, attempts: [], accepted: [], queue: Promise.resolve() }
  })

export type TimedTip = { at: number; fan: Fan; tip: PlannedTip }

/** Hands in every tip at its moment. A fan does one thing after the other; fans do not wait for each other. */
export const runTips = async (
  api: ProductApi,
  programme: Programme,
  tips: TimedTip[],
  { pass }: Turnstile,
  signal: AbortSignal,
): Promise<void> => {
  for (const { at, fan, tip } of [...tips].sort((a, b) => a.at - b.at)) {
    if (at > Date.now()) await pause(at - Date.now(), signal)
    signal.throwIfAborted()
    fan.queue = fan.queue.then(async () => {
      const tries = tip.doubleClick ? 2 : 1
      const id = carId(programme, tip.category, tip.car)
      // On a slow machine a late entry may be later still: nobody can pick what is not in the list.
      if (id === undefined) return
      await pass(async () => {
        const attempts = await Promise.all(Array.from({ length: tries }, () => submit(api, programme, fan, tip, id)))
        fan.attempts.push(...attempts)
      })
    })
  }
  await Promise.all(tips.map(({ fan }) => fan.queue))
}

const submit = async (
  api: ProductApi,
  programme: Programme,
  fan: Fan,
  tip: PlannedTip,
  id: number,
): Promise<TipAttempt> => {
  const attempt = { fan: fan.plan.name, category: tip.category, carId: id }
  const sent = Date.now()
  try {
    const { weekendId } = programme
    const category = categoryOf(programme, tip.category).spelt
    const reply = await api.submitTip(fan.account.cookie, { weekendId, category, carId: id })
    return { ...attempt, sent, received: reply.received, outcome: outcomeOf(reply) }
  } catch (error) {
    return { ...attempt, sent, received: Date.now(), outcome: { kind: 'unexpected', what: String(error) } }
  }
}

const outcomeOf = (reply: Awaited<ReturnType<ProductApi['submitTip']>>): TipAttempt['outcome'] => {
  const code = codeOf(reply)
  if (reply.status === 409 && (code === 'TIPS_CLOSED' || code === 'CAR_OUT')) return { kind: 'refused', code }
  const parsed = tipReply.safeParse(reply.body)
  if ((reply.status === 200 || reply.status === 201) && parsed.success) {
    const { submittedAt, carId, countsFrom } = parsed.data
    return { kind: 'accepted', submittedAt, carId, countsFrom }
  }
  return { kind: 'unexpected', what: `${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}` }
}
