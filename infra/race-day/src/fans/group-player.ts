import type { CompressedClock } from '../clock.ts'
import { type Difference, differs } from '../comparison/differences.ts'
import { realMoment } from '../race-control/race-control-steps.ts'
import { categoryOf, type Programme } from '../race-control/set-up-weekend.ts'
import { type RecordedRules, type RecordedStay, ruleVersions } from '../recording/recorded-group.ts'
import type { Recording } from '../recording/recording.ts'
import type { Fan, TimedAct } from './fan-player.ts'
import type { GroupPlan } from './group-plan.ts'
import type { Reply } from './http-client.ts'
import type { PausableGate } from './pausable-gate.ts'
import { type PlayedGroup, type PlayedStay, type Span, stayOf } from './played-group.ts'
import { codeOf, type ProductApi } from './product-api.ts'
import { joinReply } from './replies.ts'

type Club = {
  api: ProductApi
  recording: Recording
  programme: Programme
  run: string
  fans: Fan[]
  pausableGate: PausableGate
  /** The groups founded so far. */
  groups: PlayedGroup[]
  differences: Difference[]
}

/** Plans all actions of a group; each waits until the earlier actions of its members are done. */
export const groupActs = (club: Club, plan: GroupPlan, clock: CompressedClock): TimedAct[] => {
  const { recording, fans } = club
  const { recorded } = plan
  const founder = fanAt(fans, plan.founder)
  const own = { queue: Promise.resolve() }
  const found: { group?: PlayedGroup } = {}
  const when = (moment: Parameters<typeof realMoment>[2]) => realMoment(clock, recording, moment)
  /** Reports a failure as a difference, so that the others play on. */
  const act = (at: number, people: Fan[], what: string, work: (group: PlayedGroup) => Promise<void>): TimedAct => ({
    at,
    queues: [own, ...people],
    act: () =>
      club.pausableGate.pass(async () => {
        if (!found.group) return
        await work(found.group).catch((error: unknown) => {
          club.differences.push(...differs(`group ${recorded.name}`, what, 'done', String(error)))
        })
      }),
  })
  const [, ...changes] = ruleVersions(recorded)
  const everybody = [...new Set([plan.founder, ...plan.members.map(({ fan }) => fan)])].map((i) => fanAt(fans, i))
  return [
    {
      at: when({ at: recorded.founded }),
      queues: [own, founder],
      act: () =>
        club.pausableGate.pass(async () => {
          found.group = await foundGroup(club, plan, founder)
        }),
    },
    ...changes.map(({ at, rules }) =>
      act(when({ at }), [founder], 'change of rules', (group) => changeRules(club, group, rules)),
    ),
    ...plan.members.flatMap(({ fan: place, stays }) => {
      const fan = fanAt(fans, place)
      return stays.flatMap((stay) => [
        act(when(stay.when), [fan], `${fan.plan.name} joining`, (group) => join(club, group, fan, stay)),
        ...(stay.approved
          ? [act(when(stay.approved), [fan], `approval of ${fan.plan.name}`, (group) => approve(club, group, fan))]
          : []),
        ...(stay.ends
          ? [
              act(when(stay.ends.when), [fan], `end of ${fan.plan.name}`, (group) =>
                stay.ends?.how === 'rejected' ? reject(club, group, fan) : leave(club, group, fan),
              ),
            ]
          : []),
      ])
    }),
    ...(recorded.deleted
      ? [act(when({ at: recorded.deleted }), everybody, 'deletion', (group) => remove(club, group))]
      : []),
  ]
}

const fanAt = (fans: Fan[], place: number): Fan => {
  const fan = fans[place]
  if (!fan) throw new Error(`fan ${place} does not play`)
  return fan
}

const spanOf = ({ sent, received }: Span): Span => ({ sent, received })

/** Converts rules to the product's request body. */
const bodyOf = ({ programme }: Club, rules: RecordedRules) => ({
  isPrivate: rules.private,
  autoApproveInvites: rules.autoApprove,
  hidePointsUntilApproved: rules.hidePoints,
  preventPointsUntilApproved: rules.preventPoints,
  lockTipsAfterFirstEvent: rules.lockAfterFirst,
  selectedRaceIds: rules.sessions.flatMap((id) => programme.races.get(id) ?? []),
  useCustomPointSystem: rules.points !== undefined,
  customPointSystem: Object.fromEntries(
    (rules.points ?? []).map(({ category, ...points }) => [categoryOf(programme, category).spelt, points]),
  ),
})

const foundGroup = async (club: Club, plan: GroupPlan, founder: Fan): Promise<PlayedGroup> => {
  const { api, programme, run, groups } = club
  const [first] = ruleVersions(plan.recorded)
  if (!first) throw new Error('a group without rules')
  const { name, description } = plan.recorded
  const body = { name, description, weekendId: programme.weekendId, ...bodyOf(club, first.rules) }
  const reported = await api.groups.create(founder.account.cookie, `${run}-${name}`.slice(0, 128), body)
  const since = spanOf(reported)
  const group: PlayedGroup = {
    ...{ plan, id: reported.value.id, inviteCode: reported.value.inviteCode, founder },
    versions: [{ rules: first.rules, since }],
    stays: [{ fan: founder, joined: since, approved: since, left: null, wasRejected: false, attempts: [] }],
    strangers: [],
    deleted: null,
  }
  groups.push(group)
  founder.socket?.follow(group.id)
  club.differences.push(
    ...differs(`group ${name}, founded`, 'approvalStatus', 'approved', reported.value.approvalStatus),
    ...differs(`group ${name}, founded`, 'isAdmin', true, reported.value.isAdmin),
  )
  return group
}

const changeRules = async (club: Club, group: PlayedGroup, rules: RecordedRules): Promise<void> => {
  const reported = await club.api.groups.change(group.founder.account.cookie, group.id, bodyOf(club, rules))
  group.versions.push({ rules, since: spanOf(reported) })
}

const rulesNow = (group: PlayedGroup): RecordedRules | undefined => group.versions.at(-1)?.rules

/** Joins a group as recorded. A fan whom the link must not admit tries the link first. */
const join = async (club: Club, group: PlayedGroup, fan: Fan, { by }: RecordedStay): Promise<void> => {
  const { api } = club
  const { cookie, user } = fan.account
  const wasRejected = group.stays.some((stay) => stay.fan === fan && stay.wasRejected)
  if (rulesNow(group)?.private || wasRejected) await tryTheDoor(club, group, fan)
  if (by === 'user') await api.groups.inviteUser(group.founder.account.cookie, group.id, user.id)
  if (by === 'mail') await api.groups.inviteByMail(group.founder.account.cookie, group.id, fan.email)
  const invited = by === 'user' ? (await api.groups.invitations(cookie)).find((one) => one.groupId === group.id) : null
  if (invited === undefined) {
    club.differences.push(...differs(`group ${group.plan.recorded.name}`, 'invitations', fan.plan.name, 'nobody'))
  }
  const approves = rulesNow(group)?.autoApprove ?? false
  // Some fans answer their invitation, others follow its link: both accept the invitation.
  const answers = invited && group.stays.length % 2 === 1
  const reported = answers
    ? await api.groups.accept(cookie, invited.id)
    : await api.groups.join(cookie, group.inviteCode)
  if ('status' in reported) checkJoined(club, group, fan, reported, approves)
  const joined = spanOf(reported)
  group.stays.push({ fan, joined, approved: approves ? joined : null, left: null, wasRejected: false, attempts: [] })
  fan.socket?.follow(group.id)
}

const checkJoined = (club: Club, group: PlayedGroup, fan: Fan, reply: Reply, approves: boolean): void => {
  if (codeOf(reply) === 'ALREADY_MEMBER') return
  const parsed = joinReply.safeParse(reply.body)
  if (reply.status !== 200 || !parsed.success) {
    throw new Error(`${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}`)
  }
  const where = `group ${group.plan.recorded.name}, joined by ${fan.plan.name}`
  const { approvalStatus } = parsed.data
  club.differences.push(...differs(where, 'approvalStatus', approves ? 'approved' : 'pending', approvalStatus))
}

/** Checks that the link admits no fan to a private group, and no rejected fan to any group. */
const tryTheDoor = async (club: Club, group: PlayedGroup, fan: Fan): Promise<void> => {
  const reply = await club.api.groups.join(fan.account.cookie, group.inviteCode)
  const where = `group ${group.plan.recorded.name}, link followed by ${fan.plan.name} without an invitation`
  club.differences.push(...differs(where, 'answer', 'INVITE_ONLY', codeOf(reply) ?? reply.status))
}

const approve = async ({ api, differences }: Club, group: PlayedGroup, fan: Fan): Promise<void> => {
  const stay = stayOf(group, fan)
  if (!stay || stay.approved) return
  const reported = await api.groups.approve(group.founder.account.cookie, group.id, fan.account.user.id)
  stay.approved = spanOf(reported)
  const where = `group ${group.plan.recorded.name}, approval of ${fan.plan.name}`
  differences.push(...differs(where, 'approvalStatus', 'approved', reported.value.approvalStatus))
}

const leave = async ({ api }: Club, group: PlayedGroup, fan: Fan): Promise<void> => {
  const stay = stayOf(group, fan)
  if (stay) end(group, stay, await api.groups.leave(fan.account.cookie, group.id))
}

/** Rejects a fan, and checks that the group is hidden at once and the link no longer works. */
const reject = async (club: Club, group: PlayedGroup, fan: Fan): Promise<void> => {
  const stay = stayOf(group, fan)
  if (!stay) return
  const { cookie, user } = fan.account
  end(group, stay, await club.api.groups.reject(group.founder.account.cookie, group.id, user.id))
  stay.wasRejected = true
  const { status } = await club.api.groups.read(cookie, group.id)
  const where = `group ${group.plan.recorded.name}, asked for by ${fan.plan.name} when rejected`
  club.differences.push(...differs(where, 'answer', 404, status))
  await tryTheDoor(club, group, fan)
}

const end = (group: PlayedGroup, stay: PlayedStay, reported: Span): void => {
  stay.left = spanOf(reported)
  stay.fan.socket?.leave(group.id)
}

const remove = async ({ api }: Club, group: PlayedGroup): Promise<void> => {
  group.deleted = spanOf(await api.groups.remove(group.founder.account.cookie, group.id))
  for (const { fan, left } of group.stays) if (!left) fan.socket?.leave(group.id)
}
