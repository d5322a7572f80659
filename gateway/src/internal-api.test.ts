import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { ServiceReply } from '@purple-sector/service-kit'
import { callsBy, notInstalled } from '@purple-sector/service-kit/calls/rpc'
import { describe, expect, test } from 'vitest'
import { createInternalApi } from './internal-api.ts'

const apiOf = (reply: ServiceReply) => createInternalApi(callsBy({ call: async () => reply }))
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('internal API', () => {
  test('returns an empty result if the service is not installed', async () => {
    const api = apiOf(notInstalled)
    expect(await api.sessions(['h1'])).toEqual([])
    expect(await api.weekends()).toEqual([])
    expect(await api.leaderboard(openCompetition(1))).toEqual({ version: 0, total: 0, entries: [], ranks: [] })
    expect(await api.standings(openCompetition(1), ['ann'])).toEqual({ version: 0, standings: [] })
    expect(await all(api.memberships())).toEqual([])
    expect(await api.findMemberships([{ groupId: 1, userId: 'ann' }])).toEqual([])
    expect(await api.clock()).toBeUndefined()
  })

  test('rejects if an installed service replies 404', async () => {
    const api = apiOf({ status: 404, body: { code: 'NOT_FOUND' } })
    await expect(api.sessions(['h1'])).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(api.weekends()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(api.leaderboard(openCompetition(1))).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(all(api.memberships())).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
