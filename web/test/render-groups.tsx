import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { groupsOverviewSchema, invitationSchema, memberSchema } from '@purple-sector/contracts/groups/http'
import { foundUserSchema } from '@purple-sector/contracts/identity/http'
import { categorySchema, raceSchema } from '@purple-sector/contracts/weekends/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { GroupsPage } from '../src/features/groups/routes/groups-page.tsx'
import { createTestServer, type Rejection, rejectionReply } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

type Sent = { method: string; path: string; body: unknown }
/** The state of the services; a test may change it. */
export type GroupsState = {
  groups?: object[]
  members?: object[]
  invitations?: object[]
  /** Of the first group. */
  sentInvitations?: object[]
  /** The result of every search for users. */
  foundUsers?: object[]
  races?: object[]
  weekends?: object[]
}

/** The services of the groups page: lists in the contract's shapes, writes that are recorded, answered or refused. */
const fakeServer = (state: GroupsState) => {
  const sent: Sent[] = []
  const requests: string[] = []
  const rejections: Rejection[] = []
  const replies: object[] = []
  const failing = new Set<string>()
  const lists: [RegExp, () => unknown][] = [
    [
      /^\/api\/groups\/overview$/,
      () => groupsOverviewSchema.parse({ groups: state.groups ?? [], invitations: state.invitations ?? [] }),
    ],
    [/^\/api\/groups\/1\/invitations$/, () => invitationSchema.array().parse(state.sentInvitations ?? [])],
    [/^\/api\/users\/search\?q=/, () => foundUserSchema.array().parse(state.foundUsers ?? [])],
    [/^\/api\/groups\/\d+\/members$/, () => memberSchema.array().parse(state.members ?? [])],
    [/^\/api\/weekends\/\d+\/races$/, () => raceSchema.array().parse(state.races ?? [])],
    [/^\/api\/categories$/, () => categorySchema.array().parse(FOUNDING_CATEGORIES)],
  ]
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      requests.push(path)
      if (failing.has(path))
        return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      return Response.json(lists.find(([pattern]) => pattern.test(path))?.[1]() ?? [])
    }
    sent.push({ method, path, body: JSON.parse(String(init.body)) })
    const rejection = rejections.shift()
    return rejection ? rejectionReply(rejection) : Response.json(replies.shift() ?? {})
  }
  return {
    /** The current state: a test may change it. */
    state,
    fetch,
    sent,
    /** Paths that were read. */
    requests,
    rejections,
    answers: replies,
    /** Paths whose reads fail. */
    failing,
  }
}

export const groupServer = () => createTestServer(fakeServer, {})

/** The groups page at an address, for the user kerbsider on the first weekend of the world. */
export const openGroups = ({ weekends = [weekendReply()] }: GroupsState = {}, search = '') =>
  openPage(<GroupsPage />, `/groups${search}`, userReply(), weekends)
