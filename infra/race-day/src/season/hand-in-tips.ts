import { differs } from '../comparison/differences.ts'
import { pause } from '../fans/http-client.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { carId, categoryOf, type Programme } from '../race-control/set-up-weekend.ts'
import { awaitTips } from './compare-tips.ts'
import { copyOpenTip, isOwnTip } from './open-tips.ts'
import type { TipPlan } from './round-events.ts'
import { carBefore, countsFor } from './season-account.ts'
import {
  isOut,
  type PlayedRound,
  type PlayedSeasonStay,
  presentStay,
  type SeasonFan,
  type SeasonTip,
} from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

const AGAIN_MS = 300
const FANS_AT_ONCE = 16

type Planned = { fan: SeasonFan; groupId: number | undefined; spelt: string; tip: SeasonTip }

/** Whether a member tips in the group itself: not where they use their open tips, or once a category if they do so too. */
const tipsInGroup = (round: PlayedRound, stay: PlayedSeasonStay, category: string): boolean => {
  if (!stay.usesOpenTips) return true
  const present = carBefore(round, { userId: stay.fan.account.user.id, stay }, category)
  return stay.recorded?.tipsThereToo.includes(round.round) === true && !(present && isOwnTip(present))
}

/** What a fan hands in of a plan; null where their screen would not offer it. */
const offered = (stage: SeasonStage, round: PlayedRound, programme: Programme, plan: TipPlan): Planned | null => {
  const { log } = stage
  const fan = log.fans[plan.fan]
  const group = plan.group && log.groups.find(({ recorded }) => recorded === plan.group)
  const stay = fan && group ? (presentStay(group, fan) ?? null) : null
  const id = carId(programme, plan.category, plan.car)
  if (!fan || id === undefined || isOut(round, id)) return null
  if (plan.group && (!group || !stay || log.rounds.indexOf(round) < log.rounds.indexOf(group.firstRound))) return null
  if (stay && !tipsInGroup(round, stay, plan.category)) return null
  const isOpen = round.races.some(
    (race) => race.recorded.category === plan.category && race.lock === null && countsFor(round, race, group ?? null),
  )
  if (!isOpen) return null
  const tip = {
    at: log.next(),
    userId: fan.account.user.id,
    stay,
    category: plan.category,
    carId: id,
    isAutomatic: false,
    isCopy: false,
  }
  return { fan, groupId: group?.id, spelt: categoryOf(programme, plan.category).spelt, tip }
}

/** Hands in a tip until it is accepted: copies of a membership, a car or a new round may be a moment behind. */
const handIn = async (stage: SeasonStage, { weekendId }: PlayedRound, { fan, groupId, spelt, tip }: Planned) => {
  const end = Date.now() + stage.waitForMs
  for (;;) {
    const sent = { weekendId, category: spelt, carId: tip.carId, groupId }
    const reply = await stage.api.submitTip(fan.account.cookie, sent)
    if (reply.status === 200 || reply.status === 201) return []
    if (Date.now() > end) {
      const where = `tip of ${fan.name} in weekend ${weekendId}, ${groupId === undefined ? 'open' : `group ${groupId}`}`
      return differs(where, `car ${tip.carId} of ${tip.category}`, 'accepted', reply.body)
    }
    await pause(AGAIN_MS, stage.signal)
    stage.signal.throwIfAborted()
  }
}

/** Hands in tips: those of one fan one after the other, of several fans at once; waits for their copies in groups. */
export const handInTips = async (stage: SeasonStage, round: PlayedRound, plans: readonly TipPlan[]): Promise<void> => {
  const { programme } = round
  if (!programme) return
  const planned = plans.flatMap((plan) => offered(stage, round, programme, plan) ?? [])
  const byFan = Map.groupBy(planned, ({ fan }) => fan)
  await inParallel([...byFan.values()], FANS_AT_ONCE, async (own) => {
    for (const each of own) stage.differences.push(...(await handIn(stage, round, each)))
  })
  let copies = 0
  for (const { tip } of planned) {
    round.tips.push(tip)
    copies += copyOpenTip(stage.log, round, tip)
  }
  if (copies > 0) await awaitTips(stage, [round])
}
