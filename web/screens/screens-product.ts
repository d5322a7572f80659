import { setTimeout as delay } from 'node:timers/promises'
import { ADMINISTRATOR, startNewProduct } from '@purple-sector/embedded/product-process'
import type { Caller } from './caller.ts'
import { addMessagesAfter, addMessagesBefore } from './chat-messages.ts'
import { gatherCommunity } from './community.ts'
import { reactToWeekend } from './reactions.ts'
import { addSeasons } from './season.ts'
import { shareFigures } from './sharing.ts'
import { playWeekend } from './weekend.ts'

type Person = 'visitor' | 'fan' | 'administrator'
type Cookie = { name: string; value: string; url: string }

/** A running product with a live weekend, a fan with tips, and an administrator. */
export type ScreensProduct = { url: string; scored: number; cookiesOf(person: Person): Cookie[]; stop(): Promise<void> }

const send = async (url: string, method: string, path: string, body: unknown, cookie = ''): Promise<Response> => {
  const reply = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

const sessionOf = (reply: Response): string => reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const callerOf =
  (url: string, cookie: string): Caller =>
  async <T>(method: string, path: string, body?: object) => {
    const text = await (await send(url, method, path, body, cookie)).text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

/** Waits until the board includes every result and no longer changes. */
const waitForFinalBoard = async (fan: Caller, weekendId: number): Promise<void> => {
  let before = ''
  for (let tries = 0; tries < 60; tries++) {
    const board = JSON.stringify(await fan('GET', `/api/weekends/${weekendId}/leaderboard`))
    if (board === before && board.includes('"tieBreak"') && !/^\[?\{[^}]*"totalPoints":0/.test(board)) return
    before = board
    await delay(1000)
  }
  throw new Error('The board never stood still')
}

/** Starts the embedded product on data of its own and adds people. */
export const startScreensProduct = async (): Promise<ScreensProduct> => {
  const { url, dispose: stop } = await startNewProduct({
    LIMIT_REGISTRATION: '1000',
    LIMIT_WRITES: '10000',
    LIMIT_ADMIN_WRITES: '10000',
  })
  try {
    const administrator = sessionOf(await send(url, 'POST', '/api/auth/login', ADMINISTRATOR))
    const join = async (username: string): Promise<string> => {
      const account = { email: `${username}@fans.test`, username, password: 'eight laps to go' }
      return sessionOf(await send(url, 'POST', '/api/auth/register', account))
    }
    const fan = await join('kerbsider')
    const me = callerOf(url, fan)
    const others = new Map<string, Caller>()
    const another = async (name: string): Promise<Caller> => {
      const caller = callerOf(url, await join(name))
      others.set(name, caller)
      return caller
    }
    const people = { me, others }
    const { weekendId, scored } = await playWeekend(callerOf(url, administrator), me, another, (id) =>
      addMessagesBefore(id, people),
    )
    await gatherCommunity(me, weekendId, others)
    await addMessagesAfter(weekendId, people)
    await reactToWeekend(weekendId, people)
    await waitForFinalBoard(me, weekendId)
    await addSeasons(callerOf(url, administrator))
    await shareFigures(me, weekendId)
    const sessions = { visitor: '', fan, administrator }
    const cookiesOf = (person: Person): Cookie[] => {
      const [name = '', value = ''] = sessions[person].split('=')
      return name === '' ? [] : [{ name, value, url }]
    }
    return { url, scored, cookiesOf, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
