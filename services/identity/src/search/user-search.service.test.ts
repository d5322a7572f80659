import type { FoundUser } from '@purple-sector/contracts/identity/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'

let identity: TestIdentity
let caller: SignedInFan
beforeAll(async () => {
  identity = await createTestIdentity()
  caller = await identity.register({ username: 'asking', firstName: 'Anna' })
})
afterAll(() => identity.close())

const search = (q: string, headers = caller.headers) =>
  identity.app.inject({ url: `/api/users/search?q=${encodeURIComponent(q)}`, headers })
const findUsernames = async (q: string): Promise<(string | null)[]> =>
  (await search(q)).json<FoundUser[]>().map(({ username }) => username)
const editProfile = (fan: SignedInFan, payload: object) =>
  identity.app.inject({ method: 'PATCH', url: '/api/profile', payload, headers: fan.headers })

describe('user search', () => {
  test('matches the beginning of any word of a name, ignoring case and accents', async () => {
    const fan = await identity.register({ username: 'Late_Braker', firstName: 'Zoë', lastName: 'van der Berg' })
    await editProfile(fan, { teamName: 'Gravel Trap' })
    for (const q of ['late', 'BRAK', 'late_br', 'zoe', 'ZOË', 'der', 'berg', 'trap', 'berg zo', 'gra la'])
      expect([q, await findUsernames(q)]).toEqual([q, ['Late_Braker']])
    for (const q of ['ate', 'zoe smith', 'bergs']) expect([q, await findUsernames(q)]).toEqual([q, []])
  })

  test('neither returns nor matches addresses', async () => {
    const { user } = await identity.register({ username: 'mailbox' })
    const reply = await search('mailbox')
    expect(reply.json()).toEqual([
      { id: user.id, username: 'mailbox', firstName: null, lastName: null, teamName: null, avatarConfig: null },
    ])
    expect(reply.body).not.toContain('@')
    expect(await findUsernames(user.email)).toEqual([])
  })

  test('matches only current names', async () => {
    const fan = await identity.register({ username: 'chicane', firstName: 'Ivy' })
    await editProfile(fan, { username: 'hairpin', firstName: null })
    expect(await findUsernames('chicane')).toEqual([])
    expect(await findUsernames('ivy')).toEqual([])
    expect(await findUsernames('hair')).toEqual(['hairpin'])
  })

  test('lists the exact username first, then users by word, each once and at most twenty', async () => {
    for (let number = 10; number < 32; number++)
      await identity.register({ username: `pole${number}`, firstName: 'Pole', lastName: 'Poleman' })
    await identity.register({ username: 'POLE' })
    const names = await findUsernames('pole')
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('POLE')
    expect(new Set(names).size).toBe(20)
    expect(await findUsernames('pole')).toEqual(names)
    expect(await findUsernames('pole1')).toEqual(Array.from({ length: 10 }, (_, index) => `pole${index + 10}`))
  })

  test('omits the caller and deleted accounts', async () => {
    expect(await findUsernames('asking')).toEqual([])
    const { user } = await identity.register({ username: 'leaving' })
    await identity.database('users').where({ id: user.id }).delete()
    expect(await findUsernames('leaving')).toEqual([])
  })

  test('treats every character literally', async () => {
    const fan = await identity.register({ username: 'percent' })
    await editProfile(fan, { teamName: '100% _wild' })
    for (const q of ['100%', '_w', '_wild 100%']) expect([q, await findUsernames(q)]).toEqual([q, ['percent']])
    for (const q of ['1%', '%%', '__', '_ild', '\\%', "'--", '\u0000\u0000', 'per\u0000cents'])
      expect([q, (await search(q)).json()]).toEqual([q, []])
  })
})

test('rejects fewer than two characters', async () => {
  for (const q of ['', 'a', ' a ']) expect((await search(q)).statusCode).toBe(400)
  expect((await identity.app.inject({ url: '/api/users/search', headers: caller.headers })).statusCode).toBe(400)
  expect((await search('ann', {})).statusCode).toBe(401)
})
