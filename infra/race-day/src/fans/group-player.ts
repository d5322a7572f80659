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

type GroupContext = {
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
export const groupActs = (context: GroupContext, plan: GroupPlan, clock: CompressedClock): TimedAct[] => {
  const { recording, fans } = context
  const { recorded } = plan
  const founder = fanAt(fans, plan.founder)
  const groupQueue = { queue: Promise.resolve() }
  const created: { group?: PlayedGroup } = {}
  const when = (moment: Parameters<typeof realMoment>[2]) => realMoment(clock, recording, moment)
  /** Reports a failure as a difference, so that the others play on. */
  const act = (
    at: number,
    participants: Fan[],
    what: string,
    work: (group: PlayedGroup) => Promise<void>,
  ): TimedAct => ({
    at,
    queues: [groupQueue, ...participants],
    act: () =>
      context.pausableGate.pass(async () => {
        if (!created.group) return
        await work(created.group).catch((error: unknown) => {
          context.differences.push(...differs(`group ${recorded.name}`, what, 'done', String(error)))
        })
      }),
  })
  const [, ...changes] = ruleVersions(recorded)
  const allMembers = [...new Set([plan.founder, ...plan.members.map(({ fan }) => fan)])].map((i) => fanAt(fans, i))
  return [
    {
      at: when({ at: recorded.founded }),
      queues: [groupQueue, founder],
      act: () =>
        context.pausableGate.pass(async () => {
          created.group = await createGroup(context, plan, founder)
        }),
    },
    ...changes.map(({ at, rules }) =>
      act(when({ at }), [founder], 'change of rules', (group) => changeRules(context, group, rules)),
    ),
    ...plan.members.flatMap(({ fan: index, stays }) => {
      const fan = fanAt(fans, index)
      return stays.flatMap((stay) => [
        act(when(stay.when), [fan], `${fan.plan.name} joining`, (group) => join(context, group, fan, stay)),
        ...(stay.approved
          ? [act(when(stay.approved), [fan], `approval of ${fan.plan.name}`, (group) => approve(context, group, fan))]
          : []),
        ...(stay.ends
          ? [
              act(when(stay.ends.when), [fan], `end of ${fan.plan.name}`, (group) =>
                stay.ends?.how === 'rejected' ? reject(context, group, fan) : leave(context, group, fan),
              ),
            ]
          : []),
      ])
    }),
    ...(recorded.deleted
      ? [act(when({ at: recorded.deleted }), allMembers, 'deletion', (group) => remove(context, group))]
      : []),
  ]
}

const fanAt = (fans: Fan[], index: number): Fan => {
  const fan = fans[index]
  if (!fan) throw new Error(`fan ${index} does not play`)
  return fan
}

const spanOf = ({ sent, received }: Span): Span => ({ sent, received })

/** Converts rules to the product's request body. */
const bodyOf = ({ programme }: GroupContext, rules: RecordedRules) => ({
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

const createGroup = async (context: GroupContext, plan: GroupPlan, founder: Fan): Promise<PlayedGroup> => {
  const { api, programme, run, groups } = context
  const [first] = ruleVersions(plan.recorded)
  if (!first) throw new Error('a group without rules')
  const { name, description } = plan.recorded
  const body = { name, description, weekendId: programme.weekendId, ...bodyOf(context, first.rules) }
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
  context.differences.push(
    ...differs(`group ${name}, founded`, 'approvalStatus', 'approved', reported.value.approvalStatus),
    ...differs(`group ${name}, founded`, 'isAdmin', true, reported.value.isAdmin),
  )
  return group
}

const changeRules = async (context: GroupContext, group: PlayedGroup, rules: RecordedRules): Promise<void> => {
  const reported = await context.api.groups.change(group.founder.account.cookie, group.id, bodyOf(context, rules))
  group.versions.push({ rules, since: spanOf(reported) })
}

const currentRules = (group: PlayedGroup): RecordedRules | undefined => group.versions.at(-1)?.rules

/** Joins a group as recorded. A fan whom the link must not admit tries the link first. */
const join = async (context: GroupContext, group: PlayedGroup, fan: Fan, { by }: RecordedStay): Promise<void> => {
  const { api } = context
  const { cookie, user } = fan.account
  const wasRejected = group.stays.some((stay) => stay.fan === fan && stay.wasRejected)
  if (currentRules(group)?.private || wasRejected) await checkLinkRejected(context, group, fan)
  if (by === 'user') await api.groups.inviteUser(group.founder.account.cookie, group.id, user.id)
  if (by === 'mail') await api.groups.inviteByMail(group.founder.account.cookie, group.id, fan.email)
  const invited = by === 'user' ? (await api.groups.invitations(cookie)).find((one) => one.groupId === group.id) : null
  if (invited === undefined) {
    context.differences.push(...differs(`group ${group.plan.recorded.name}`, 'invitations', fan.plan.name, 'none'))
  }
  const isAutoApproved = currentRules(group)?.autoApprove ?? false
  // Some fans accept their invitation, others follow its link: both accept the invitation.
  const acceptsInvitation = invited && group.stays.length % 2 === 1
  const reported = acceptsInvitation
    ? await api.groups.accept(cookie, invited.id)
    : await api.groups.join(cookie, group.inviteCode)
  if ('status' in reported) checkJoined(context, group, fan, reported, isAutoApproved)
  const joined = spanOf(reported)
  group.stays.push({
    fan,
    joined,
    approved: isAutoApproved ? joined : null,
    left: null,
    wasRejected: false,
    attempts: [],
  })
  fan.socket?.follow(group.id)
}

const checkJoined = (
  context: GroupContext,
  group: PlayedGroup,
  fan: Fan,
  reply: Reply,
  isAutoApproved: boolean,
): void => {
  if (codeOf(reply) === 'ALREADY_MEMBER') return
  const parsed = joinReply.safeParse(reply.body)
  if (reply.status !== 200 || !parsed.success) {
    throw new Error(`${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}`)
  }
  const where = `group ${group.plan.recorded.name}, joined by ${fan.plan.name}`
  const { approvalStatus } = parsed.data
  context.differences.push(...differs(where, 'approvalStatus', isAutoApproved ? 'approved' : 'pending', approvalStatus))
}

/** Checks that the link admits no fan to a private group, and no rejected fan to any group. */
const checkLinkRejected = async (context: GroupContext, group: PlayedGroup, fan: Fan): Promise<void> => {
  const reply = await context.api.groups.join(fan.account.cookie, group.inviteCode)
  const where = `group ${group.plan.recorded.name}, link followed by ${fan.plan.name} without an invitation`
  context.differences.push(...differs(where, 'reply', 'INVITE_ONLY', codeOf(reply) ?? reply.status))
}

const approve = async ({ api, differences }: GroupContext, group: PlayedGroup, fan: Fan): Promise<void> => {
  const stay = stayOf(group, fan)
  if (!stay || stay.approved) return
  const reported = await api.groups.approve(group.founder.account.cookie, group.id, fan.account.user.id)
  stay.approved = spanOf(reported)
  const where = `group ${group.plan.recorded.name}, approval of ${fan.plan.name}`
  differences.push(...differs(where, 'approvalStatus', 'approved', reported.value.approvalStatus))
}

const leave = async ({ api }: GroupContext, group: PlayedGroup, fan: Fan): Promise<void> => {
  const stay = stayOf(group, fan)
  if (stay) end(group, stay, await api.groups.leave(fan.account.cookie, group.id))
}

/** Rejects a fan, and checks that the group is hidden at once and the link no longer works. */
const reject = async (context: GroupContext, group: PlayedGroup, fan: Fan): Promise<void> => {
  const stay = stayOf(group, fan)
  if (!stay) return
  const { cookie, user } = fan.account
  end(group, stay, await context.api.groups.reject(group.founder.account.cookie, group.id, user.id))
  stay.wasRejected = true
  const { status } = await context.api.groups.read(cookie, group.id)
  const where = `group ${group.plan.recorded.name}, requested by ${fan.plan.name} after the rejection`
  context.differences.push(...differs(where, 'reply', 404, status))
  await checkLinkRejected(context, group, fan)
}

const end = (group: PlayedGroup, stay: PlayedStay, reported: Span): void => {
  stay.left = spanOf(reported)
  stay.fan.socket?.leave(group.id)
}

const remove = async ({ api }: GroupContext, group: PlayedGroup): Promise<void> => {
  group.deleted = spanOf(await api.groups.remove(group.founder.account.cookie, group.id))
  for (const { fan, left } of group.stays) if (!left) fan.socket?.leave(group.id)
}
