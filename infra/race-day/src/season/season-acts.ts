import { differs } from '../comparison/differences.ts'
import { pause } from '../fans/http-client.ts'
import { codeOf, UnexpectedReply } from '../fans/product-api.ts'
import { awaitTips } from './compare-tips.ts'
import { switchOpenTips } from './open-tips.ts'
import type { RecordedSeason, RecordedSeasonGroup, RecordedStay, SeasonMoment } from './recorded-season.ts'
import { type PlayedRound, type PlayedSeasonGroup, presentStay, type SeasonFan } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

const AGAIN_MS = 200

const fanNamed = ({ log }: SeasonStage, name: string): SeasonFan => {
  const fan = log.fans.find((each) => each.isNamed && each.name === name)
  if (!fan) throw new Error(`${name} does not play`)
  return fan
}

/** Repeats a call that is refused, for as long as copies may be behind. */
const untilAccepted = async <T>({ waitForMs, signal }: SeasonStage, call: () => Promise<T>): Promise<T> => {
  const end = Date.now() + waitForMs
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof UnexpectedReply) || Date.now() > end) throw error
    }
    await pause(AGAIN_MS, signal)
    signal.throwIfAborted()
  }
}

const found = async (stage: SeasonStage, round: PlayedRound, recorded: RecordedSeasonGroup): Promise<void> => {
  const { api, log, run } = stage
  const founder = fanNamed(stage, recorded.founder)
  const { name, countBest, missedWeekend, lateJoiners, autoApprove, preventPoints, sessions } = recorded
  const body = {
    ...{ name, weekendId: round.weekendId, allSeason: true, countBest, missedWeekend, lateJoiners },
    ...{ autoApproveInvites: autoApprove, preventPointsUntilApproved: preventPoints },
    selectedRaceIds: round.races.flatMap(({ recorded: { id }, raceId }) => (sessions.includes(id) ? [raceId] : [])),
  }
  // The copies of sessions and seasons may be a moment behind.
  const { value } = await untilAccepted(stage, () =>
    api.groups.create(founder.account.cookie, `${run}-${name}`.slice(0, 128), body),
  )
  const founded = log.next()
  const group: PlayedSeasonGroup = {
    ...{ recorded, id: value.id, inviteCode: value.inviteCode, founder, founded, firstRound: round },
    stays: [],
  }
  const stay = { recorded: null, group, fan: founder, usesOpenTips: false }
  group.stays.push({ ...stay, joined: founded, approved: founded, left: null })
  log.groups.push(group)
}

const join = async (
  { api, log }: SeasonStage,
  group: PlayedSeasonGroup,
  fan: SeasonFan,
  recorded: RecordedStay,
): Promise<void> => {
  const reply = await api.groups.join(fan.account.cookie, group.inviteCode)
  // A repetition of a call whose reply was lost finds that it has succeeded.
  if (reply.status !== 200 && codeOf(reply) !== 'ALREADY_MEMBER')
    throw new Error(`${fan.name} cannot join ${group.recorded.name}: ${JSON.stringify(reply.body)}`)
  const joined = log.next()
  const approved = group.recorded.autoApprove ? joined : null
  group.stays.push({ recorded, group, fan, joined, approved, left: null, usesOpenTips: false })
}

const approve = async ({ api, log }: SeasonStage, group: PlayedSeasonGroup, fan: SeasonFan): Promise<void> => {
  await api.groups.approve(group.founder.account.cookie, group.id, fan.account.user.id)
  const stay = presentStay(group, fan)
  if (stay) stay.approved = log.next()
}

const leave = async ({ api, log }: SeasonStage, group: PlayedSeasonGroup, fan: SeasonFan): Promise<void> => {
  await api.groups.leave(fan.account.cookie, group.id)
  const stay = presentStay(group, fan)
  if (stay) stay.left = log.next()
}

const setOpenTips = async (
  stage: SeasonStage,
  group: PlayedSeasonGroup,
  fan: SeasonFan,
  isUsed: boolean,
): Promise<void> => {
  const { api, log } = stage
  const stay = presentStay(group, fan)
  if (!stay) throw new Error(`${fan.name} is no member of ${group.recorded.name}`)
  await api.groups.changeMembership(fan.account.cookie, group.id, { usesOpenTips: isUsed })
  const copied = switchOpenTips(log, stay, isUsed)
  if (copied.length > 0) await awaitTips(stage, copied)
}

/** Plays or moves a joker; one that comes back from a cancelled round is there a moment later. */
const playJoker = async (
  { seasons, log, differences, waitForMs, signal }: SeasonStage,
  fan: SeasonFan,
  { to, from }: { to: PlayedRound; from: PlayedRound | undefined },
): Promise<void> => {
  const end = Date.now() + waitForMs
  const body = { weekendId: to.weekendId, insteadOf: from?.weekendId }
  for (;;) {
    const reply = await seasons.playJoker(fan.account.cookie, log.season.id, body)
    if (reply.status === 200) break
    if (Date.now() > end) {
      differences.push(...differs(`joker of ${fan.name}`, `in round ${to.round}`, 'played', reply.body))
      return
    }
    await pause(AGAIN_MS, signal)
    signal.throwIfAborted()
  }
  if (from) fan.jokers.delete(from.weekendId)
  fan.jokers.add(to.weekendId)
}

/** Members of a recorded group with their stays; unnamed ones are taken in order. */
const membersOf = ({ log }: SeasonStage, group: RecordedSeasonGroup): { fan: SeasonFan; stays: RecordedStay[] }[] => {
  const others = log.fans.filter(({ isNamed }) => !isNamed)
  return group.members.flatMap(({ fan, others: count = 0, stays }) => {
    const fans =
      fan === undefined ? others.splice(0, count) : log.fans.filter((each) => each.isNamed && each.name === fan)
    return fans.map((member) => ({ fan: member, stays }))
  })
}

type Act = { at: SeasonMoment; act(round: PlayedRound): Promise<void> }

/** Everything that fans do besides tipping, in the order of the season's file: founding, joining, jokers. */
const actsOf = (stage: SeasonStage, { groups, jokersPlayed }: RecordedSeason): Act[] => {
  const { log } = stage
  const inGroup = (recorded: RecordedSeasonGroup, act: (group: PlayedSeasonGroup) => Promise<void>) => async () => {
    const group = log.groups.find((each) => each.recorded === recorded)
    if (!group) throw new Error(`${recorded.name} is not founded yet`)
    await act(group)
  }
  return [
    ...groups.flatMap((group) => [
      { at: group.founded, act: (round: PlayedRound) => found(stage, round, group) },
      ...membersOf(stage, group).flatMap(({ fan, stays }) =>
        stays.flatMap((stay) => {
          const { joins, approved, leaves, openTips } = stay
          return [
            { at: joins, act: inGroup(group, (played) => join(stage, played, fan, stay)) },
            ...(approved ? [{ at: approved, act: inGroup(group, (played) => approve(stage, played, fan)) }] : []),
            ...openTips.map(({ isUsed, ...at }) => ({
              at,
              act: inGroup(group, (played) => setOpenTips(stage, played, fan, isUsed)),
            })),
            ...(leaves ? [{ at: leaves, act: inGroup(group, (played) => leave(stage, played, fan)) }] : []),
          ]
        }),
      ),
    ]),
    ...jokersPlayed.flatMap(({ fan, when, round: number, insteadOf }) => {
      const [to, from] = [log.rounds[number - 1], log.rounds[(insteadOf ?? 0) - 1]]
      return to ? [{ at: when, act: () => playJoker(stage, fanNamed(stage, fan), { to, from }) }] : []
    }),
  ]
}

/** Does what is due at a moment of a round. */
export const actAt = async (stage: SeasonStage, round: PlayedRound, after: string): Promise<void> => {
  for (const { at, act } of actsOf(stage, stage.season)) {
    if (at.round === round.round && at.after === after) await act(round)
  }
}
