import { boardChanged, type sessionScored } from '@purple-sector/contracts/tipping/events'
import type { Rank } from '@purple-sector/contracts/tipping/http'
import { boardEntry, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { openSocket, type TestSocket } from '@purple-sector/testing/test-socket'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { z } from 'zod'
import { type SignedIn, signIn } from './stub-services.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

type BoardData = z.infer<typeof boardChanged.data>
type ScoredData = z.infer<typeof sessionScored.data>

export const rank = (points: number, position: number | null, overrides: Partial<Rank> = {}): Rank => ({
  points,
  firsts: 0,
  seconds: 0,
  thirds: 0,
  count: 1,
  position,
  ...overrides,
})

export const total = (userId: string, totalPoints: number) => ({
  userId,
  totalPoints,
  firsts: 0,
  seconds: 0,
  thirds: 0,
})

/** The first scoring of the first race of a weekend. */
export const scored = (weekendId: number, overrides: Partial<ScoredData> = {}): ScoredData => ({
  raceId: weekendId * 10 + 1,
  weekendId,
  name: 'Race 1',
  categoryId: 1,
  category: 'Repco Supercars Championship',
  revision: 1,
  kind: 'completed',
  status: 'official',
  reason: null,
  ...overrides,
})

/** A gateway for one test file, and fans who follow weekends on sockets; call it at the top of the file. */
export const realtimeScene = () => {
  let gateway: TestGateway | undefined
  let weekendId = 0
  let [ann, bob]: [SignedIn?, SignedIn?] = []
  const open: TestSocket[] = []
  const scene = {
    get gateway(): TestGateway {
      if (!gateway) throw new Error('The gateway is not there yet')
      return gateway
    },
    /** Sockets of the current test, in the order in which they were opened. */
    open,

    /** Creates a weekend for the test, with Ann (10 points) before Bob (0) on version 5 of its board. */
    prepare() {
      const { state } = scene.gateway
      weekendId++
      const fans = {
        ann: signIn(state, { userId: `ann${weekendId}` }),
        bob: signIn(state, { userId: `bob${weekendId}` }),
      }
      ;({ ann, bob } = fans)
      const [first, second] = [fans.ann.session.userId, fans.bob.session.userId]
      state.weekends.push({
        weekend: weekendReply({ id: weekendId }),
        races: [raceReply({ id: weekendId * 10 + 1, weekendId }), raceReply({ id: weekendId * 10 + 2, weekendId })],
      })
      state.boards.set(weekendId, {
        version: 5,
        entries: [boardEntry(first, { position: 1, totalPoints: 10 }), boardEntry(second, { position: 2 })],
        ranks: [rank(10, 1), rank(0, 2)],
        standings: [
          { ...total(first, 10), position: 1, positionChange: 0 },
          { ...total(second, 0), position: 2, positionChange: 1 },
        ],
      })
      return { ...fans, weekendId }
    },

    async connect(user: SignedIn, headers: Record<string, string> = {}): Promise<TestSocket> {
      const socket = await openSocket(scene.gateway.url, { cookie: user.cookie, ...headers })
      open.push(socket)
      return socket
    },

    /** Opens a socket that has received all states of the weekend prepared last. */
    async follow(user: SignedIn): Promise<TestSocket> {
      const socket = await scene.connect(user)
      socket.subscribe(weekendId)
      await socket.next('my_standing')
      return socket
    },

    /** Publishes a new version of the board of the weekend prepared last, with Bob before Ann. */
    async newBoard(version: number, overrides: Partial<BoardData> = {}): Promise<void> {
      const [first, second] = [bob?.session.userId ?? '', ann?.session.userId ?? '']
      const board: BoardData = {
        weekendId,
        groupId: null,
        version,
        reason: 'result',
        total: 2,
        entries: [
          boardEntry(first, { position: 1, totalPoints: 50 + version }),
          boardEntry(second, { position: 2, totalPoints: 10 }),
        ],
        ranks: [rank(50 + version, 1), rank(10, 2)],
        changed: [total(first, 50 + version)],
        part: 1,
        parts: 1,
        ...overrides,
      }
      await scene.gateway.publishEvent(boardChanged, board)
    },
  }
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway?.close())
  afterEach(() => {
    for (const socket of open.splice(0)) socket.ws.terminate()
    scene.gateway.state.before = () => {}
  })
  return scene
}
