import { z } from 'zod'
import { isPresent } from '../account/expected-group.ts'
import type { FakeProduct } from './fake-product.ts'
import { type FakeUser, Refused } from './fake-refusal.ts'
import type { FakeRealtime, Route } from './fake-route.ts'

const points = z.object({ first: z.number(), second: z.number(), third: z.number() })
const rules = z.object({
  isPrivate: z.boolean(),
  autoApproveInvites: z.boolean(),
  hidePointsUntilApproved: z.boolean(),
  preventPointsUntilApproved: z.boolean(),
  lockTipsAfterFirstEvent: z.boolean(),
  selectedRaceIds: z.array(z.number()),
  useCustomPointSystem: z.boolean(),
  customPointSystem: z.record(z.string(), points),
})

/** The calls about groups that the player makes. */
export const fakeGroupRoutes = (product: FakeProduct, realtime: FakeRealtime): Route[] => {
  const { clubs } = product
  const someone = ({ user }: { user: FakeUser | undefined }): FakeUser => {
    if (!user) throw new Refused(401, 'UNAUTHORIZED')
    return user
  }
  const ok = (body: unknown) => ({ status: 200, body })
  const changed = (weekendId: number) => realtime.board(weekendId)
  const seen = (id: number | undefined, user: FakeUser) => clubs.seen(id ?? 0, user)
  const joined = (group: ReturnType<typeof seen>, user: FakeUser) => {
    changed(group.weekendId)
    const body = clubs.body(group, user)
    return ok({ group: body, approvalStatus: body.approvalStatus })
  }

  return [
    [
      'POST',
      /^\/api\/groups$/,
      (_, request) => {
        const user = someone(request)
        const named = rules.extend({ name: z.string(), weekendId: z.number() }).parse(request.body)
        const group = clubs.found(user, named)
        changed(group.weekendId)
        return { status: 201, body: clubs.body(group, user) }
      },
    ],
    [
      'POST',
      /^\/api\/groups\/(join)\/(.+)$/,
      (_, request) => joined(clubs.joinBy(request.query.get('last') ?? '', someone(request)), someone(request)),
    ],
    ['GET', /^\/api\/invitations$/, (_, request) => ok(clubs.invitationsOf(someone(request)))],
    [
      'PATCH',
      /^\/api\/invitations\/(\d+)$/,
      ([id], request) => {
        const invitation = clubs.accept(id!, someone(request))
        changed(seen(invitation.groupId, someone(request)).weekendId)
        return ok(invitation)
      },
    ],
    [
      'GET',
      /^\/api\/groups\/leaderboards\/(\d+)$/,
      ([weekendId], request) => ok(clubs.standings(someone(request), weekendId!)),
    ],
    ['GET', /^\/api\/groups\/(\d+)$/, ([id], request) => ok(clubs.body(seen(id, someone(request)), someone(request)))],
    [
      'PATCH',
      /^\/api\/groups\/(\d+)$/,
      ([id], request) => {
        const group = clubs.change(id!, someone(request), rules.partial().parse(request.body))
        changed(group.weekendId)
        return ok(clubs.body(group, someone(request)))
      },
    ],
    [
      'DELETE',
      /^\/api\/groups\/(\d+)$/,
      ([id], request) => {
        clubs.remove(id!, someone(request))
        return { status: 204 }
      },
    ],
    [
      'POST',
      /^\/api\/groups\/(\d+)\/invite-user$/,
      ([id], request) => {
        const { userId } = z.object({ userId: z.string() }).parse(request.body)
        return { status: 201, body: clubs.invite(id!, someone(request), userId) }
      },
    ],
    [
      'POST',
      /^\/api\/groups\/(\d+)\/invite$/,
      ([id], request) => ({ status: 201, body: clubs.invite(id!, someone(request), 'an address') }),
    ],
    [
      'POST',
      /^\/api\/groups\/(\d+)\/approve\/(.+)$/,
      ([id], request) => {
        const member = clubs.approve(id!, someone(request), request.query.get('last') ?? '')
        changed(seen(id, someone(request)).weekendId)
        return ok(member)
      },
    ],
    [
      'POST',
      /^\/api\/groups\/(\d+)\/reject\/(.+)$/,
      ([id], request) => {
        clubs.reject(id!, someone(request), request.query.get('last') ?? '')
        changed(seen(id, someone(request)).weekendId)
        return { status: 204 }
      },
    ],
    [
      'POST',
      /^\/api\/groups\/(\d+)\/leave$/,
      ([id], request) => {
        const { weekendId } = seen(id, someone(request))
        clubs.leave(id!, someone(request))
        changed(weekendId)
        return { status: 204 }
      },
    ],
    ['GET', /^\/api\/groups\/(\d+)\/members$/, ([id], request) => ok(clubs.members(seen(id, someone(request))))],
    [
      'GET',
      /^\/api\/groups\/(\d+)\/leaderboard\/\d+$/,
      ([id], request) => {
        const group = seen(id, someone(request))
        const total = group.memberships.filter(isPresent).length
        const headers = { 'x-total-count': String(total), 'x-board-version': String(group.version) }
        const offset = Number(request.query.get('offset'))
        const body = clubs
          .entries(group, someone(request).id)
          .slice(offset, offset + Number(request.query.get('limit')))
        return { status: 200, body, headers }
      },
    ],
    [
      'GET',
      /^\/api\/groups\/(\d+)\/race-progress$/,
      ([id], request) => ok(clubs.progress(seen(id, someone(request)), someone(request).id)),
    ],
    [
      'GET',
      /^\/api\/groups\/(\d+)\/category-standings$/,
      ([id], request) => ok(clubs.categories(seen(id, someone(request)), someone(request).id)),
    ],
    [
      'GET',
      /^\/api\/groups\/(\d+)\/picks$/,
      ([id], request) => ok(clubs.groupPicks(seen(id, someone(request)), someone(request).id)),
    ],
    [
      'GET',
      /^\/api\/weekends\/(\d+)\/picks$/,
      ([weekendId], request) => {
        const all = product.racesOf(weekendId!)
        const counting = all.filter(({ counts }) => counts)
        const races = { counting, awaited: all.filter(({ everCounted }) => everCounted) }
        return ok(clubs.picks(races, product.fansOf(weekendId!), someone(request).id, false))
      },
    ],
  ]
}
