import type { FoundUser } from '@purple-sector/contracts/identity/http'
import { databaseBefore } from '@purple-sector/testing/databases/migrations-before'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { identity as service } from '../service.ts'
import { searchWordsOf } from './search-words.ts'
import { findUsers } from './user-search.ts'

let identity: TestIdentity
let asking: SignedInFan
beforeAll(async () => {
  identity = await createTestIdentity()
  asking = await identity.register({ username: 'asking', firstName: 'Anna' })
})
afterAll(() => identity.close())

const search = (q: string, headers = asking.headers) =>
  identity.app.inject({ url: `/api/users/search?q=${encodeURIComponent(q)}`, headers })
const found = async (q: string): Promise<(string | null)[]> =>
  (await search(q)).json<FoundUser[]>().map(({ username }) => username)
const rename = (fan: SignedInFan, payload: object) =>
  identity.app.inject({ method: 'PATCH', url: '/api/profile', payload, headers: fan.headers })

describe('people are found', () => {
  test('by the beginning of any word of their names, without regard to case and accents', async () => {
    const fan = await identity.register({ username: 'Late_Braker', firstName: 'Zoë', lastName: 'van der Berg' })
    await rename(fan, { teamName: 'Gravel Trap' })
    for (const q of ['late', 'BRAK', 'late_br', 'zoe', 'ZOË', 'der', 'berg', 'trap', 'berg zo', 'gra la'])
      expect([q, await found(q)]).toEqual([q, ['Late_Braker']])
    for (const q of ['ate', 'zoe smith', 'bergs']) expect([q, await found(q)]).toEqual([q, []])
  })

  test('with nothing of their address, which finds nobody', async () => {
    const { user } = await identity.register({ username: 'mailbox' })
    const reply = await search('mailbox')
    expect(reply.json()).toEqual([
      { id: user.id, username: 'mailbox', firstName: null, lastName: null, teamName: null, avatarConfig: null },
    ])
    expect(reply.body).not.toContain('@')
    expect(await found(user.email)).toEqual([])
  })

  test('by the names they have now', async () => {
    const fan = await identity.register({ username: 'chicane', firstName: 'Ivy' })
    await rename(fan, { username: 'hairpin', firstName: null })
    expect(await found('chicane')).toEqual([])
    expect(await found('ivy')).toEqual([])
    expect(await found('hair')).toEqual(['hairpin'])
  })

  test('the very username first, the others by their word, each once and at most twenty', async () => {
    for (let number = 10; number < 32; number++)
      await identity.register({ username: `pole${number}`, firstName: 'Pole', lastName: 'Poleman' })
    await identity.register({ username: 'POLE' })
    const names = await found('pole')
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('POLE')
    expect(new Set(names).size).toBe(20)
    expect(await found('pole')).toEqual(names)
    expect(await found('pole1')).toEqual(Array.from({ length: 10 }, (_, index) => `pole${index + 10}`))
  })

  test('but not whoever asks, nor an account that is gone', async () => {
    expect(await found('asking')).toEqual([])
    const { user } = await identity.register({ username: 'leaving' })
    await identity.database('users').where({ id: user.id }).delete()
    expect(await found('leaving')).toEqual([])
  })

  test('by every character as it is', async () => {
    const fan = await identity.register({ username: 'percent' })
    await rename(fan, { teamName: '100% _wild' })
    for (const q of ['100%', '_w', '_wild 100%']) expect([q, await found(q)]).toEqual([q, ['percent']])
    for (const q of ['1%', '%%', '__', '_ild', '\\%', "'--", '\u0000\u0000', 'per\u0000cents'])
      expect([q, (await search(q)).json()]).toEqual([q, []])
  })
})

test('fewer than two characters are refused', async () => {
  for (const q of ['', 'a', ' a ']) expect((await search(q)).statusCode).toBe(400)
  expect((await identity.app.inject({ url: '/api/users/search', headers: asking.headers })).statusCode).toBe(400)
  expect((await search('ann', {})).statusCode).toBe(401)
})

test('whoever had an account before is found as if it were new', async () => {
  const { database, migrated } = await databaseBefore('20261122101000', service)
  const names = { username: 'Late_Braker', firstName: 'Zoë', lastName: "O'Neil", teamName: null }
  await database('users').insert({
    id: 'zoe',
    email: 'zoe@fans.test',
    username: names.username,
    first_name: names.firstName,
    last_name: names.lastName,
  })
  await database('users').insert({ id: 'nameless', email: 'nobody@fans.test' })
  await migrated()
  expect((await database('user_words').pluck('word')).toSorted()).toEqual(searchWordsOf(names).toSorted())
  expect(await findUsers({ database })('ann', 'neil')).toMatchObject([{ id: 'zoe' }])
})
