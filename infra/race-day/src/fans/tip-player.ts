import type { TipAttempt } from '../account/expected-tips.ts'
import { carId, categoryOf, type Programme } from '../race-control/set-up-weekend.ts'
import type { PlannedTip } from '../recording/recording.ts'
import type { Fan } from './fan-player.ts'
import type { PausableGate } from './pausable-gate.ts'
import { type PlayedGroup, stayOf } from './played-group.ts'
import { codeOf, type ProductApi } from './product-api.ts'
import { tipReply } from './replies.ts'

type Played = { api: ProductApi; programme: Programme; groups: PlayedGroup[]; pausableGate: PausableGate }

/** Submits a tip, in the open competition or in a group that was founded. */
export const handIn = async (
  { api, programme, groups, pausableGate }: Played,
  fan: Fan,
  tip: PlannedTip,
): Promise<void> => {
  const tries = tip.doubleClick ? 2 : 1
  const id = carId(programme, tip.category, tip.car)
  const group = groups.find(({ plan }) => plan.recorded.name === tip.group)
  // On a slow machine a late entry may be delayed: no fan can pick a car that is not listed.
  if (id === undefined || (tip.group !== undefined && !group)) return
  await pausableGate.pass(async () => {
    const stay = group && stayOf(group, fan)
    const attempts = await Promise.all(
      Array.from({ length: tries }, () => submit(api, programme, fan, tip, { carId: id, group })),
    )
    ;(group ? (stay?.attempts ?? group.strangers) : fan.attempts).push(...attempts)
  })
}

const submit = async (
  api: ProductApi,
  programme: Programme,
  fan: Fan,
  tip: PlannedTip,
  { carId, group }: { carId: number; group: PlayedGroup | undefined },
): Promise<TipAttempt> => {
  const { name } = fan.plan
  const attempt = { fan: group ? `${name} in ${tip.group}` : name, category: tip.category, carId }
  const sent = Date.now()
  try {
    const { weekendId } = programme
    const category = categoryOf(programme, tip.category).spelt
    const reply = await api.submitTip(fan.account.cookie, { weekendId, category, carId, groupId: group?.id })
    return { ...attempt, sent, received: reply.received, outcome: outcomeOf(reply) }
  } catch (error) {
    return { ...attempt, sent, received: Date.now(), outcome: { kind: 'unexpected', what: String(error) } }
  }
}

const refusals = ['TIPS_CLOSED', 'TIPS_LOCKED', 'CAR_OUT']

const outcomeOf = (reply: Awaited<ReturnType<ProductApi['submitTip']>>): TipAttempt['outcome'] => {
  const code = codeOf(reply)
  const isRefusal = reply.status === 409 ? refusals.includes(code ?? '') : reply.status === 403
  if (isRefusal && code) return { kind: 'rejected', code }
  const parsed = tipReply.safeParse(reply.body)
  if ((reply.status === 200 || reply.status === 201) && parsed.success) {
    const { submittedAt, carId, countsFrom } = parsed.data
    return { kind: 'accepted', submittedAt, carId, countsFrom }
  }
  return { kind: 'unexpected', what: `${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}` }
}
