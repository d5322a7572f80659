import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { groupsOverviewSchema, invitationSchema, memberSchema } from '@purple-sector/contracts/groups/http'
import { foundUserSchema } from '@purple-sector/contracts/identity/http'
import { categorySchema, raceSchema } from '@purple-sector/contracts/weekends/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { GroupsPage } from '../src/features/groups/groups-page.tsx'
import { createTestServer, type Refusal, refuse } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

type Sent = { method: string; path: string; body: unknown }
/** The state of the services; a test may change it. */
export type GroupWorld = {
  groups?: object[]
  members?: object[]
  invitations?: object[]
  /** Of the first group. */
  sentInvitations?: object[]
  /** The result of every search for users. */
  found?: object[]
  races?: object[]
  weekends?: object[]
}

/** The services of the groups page: lists in the contract's shapes, writes that are recorded, answered or refused. */
const fakeServer = (world: GroupWorld) => {
  const sent: Sent[] = []
  const asked: string[] = []
  const refusals: Refusal[] = []
  const answers: object[] = []
  const failing = new Set<string>()
  const lists: [RegExp, () => unknown][] = [
    [
      /^\/api\/groups\/overview$/,
      () => groupsOverviewSchema.parse({ groups: world.groups ?? [], invitations: world.invitations ?? [] }),
    ],
    [/^\/api\/groups\/1\/invitations$/, () => invitationSchema.array().parse(world.sentInvitations ?? [])],
    [/^\/api\/users\/search\?q=/, () => foundUserSchema.array().parse(world.found ?? [])],
    [/^\/api\/groups\/\d+\/members$/, () => memberSchema.array().parse(world.members ?? [])],
    [/^\/api\/weekends\/\d+\/races$/, () => raceSchema.array().parse(world.races ?? [])],
    [/^\/api\/categories$/, () => categorySchema.array().parse(FOUNDING_CATEGORIES)],
  ]
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      asked.push(path)
      if (failing.has(path)) return refuse({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      return Response.json(lists.find(([pattern]) => pattern.test(path))?.[1]() ?? [])
    }
    sent.push({ method, path, body: JSON.parse(String(init.body)) })
    const refusal = refusals.shift()
    return refusal ? refuse(refusal) : Response.json(answers.shift() ?? {})
  }
  return {
    /** The current state: a test may change it. */
    world,
    fetch,
    sent,
    /** Paths that were read. */
    asked,
    refusals,
    answers,
    /** Paths whose reads fail. */
    failing,
  }
}

export const groupServer = () => createTestServer(fakeServer, {})

/** The groups page at an address, for the user kerbsider on the first weekend of the world. */
export const openGroups = ({ weekends = [weekendReply()] }: GroupWorld = {}, search = '') =>
  openPage(<GroupsPage />, `/groups${search}`, userReply(), weekends)
