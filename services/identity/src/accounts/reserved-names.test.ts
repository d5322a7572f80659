import { describe, expect, test } from 'vitest'
import { type isReserved, refuseReservedName } from './reserved-names.ts'

const refusal = (names: Parameters<typeof isReserved>[0], before?: Parameters<typeof isReserved>[0]) => {
  try {
    refuseReservedName(names, before)
    return undefined
  } catch (error) {
    return error
  }
}

describe('username', () => {
  test.each([
    ...['admin', 'Administrator', 'race.control', 'race-control', 'Race_Control', 'racecontrol', 'r.a-c_e.control'],
    ...['purple-sector', 'PurpleSector', 'p.u.r.p.l.e.s.e.c.t.o.r', 'system', 'Support', 'moderator', 'steward'],
    ...['adm1n', 'race_c0ntro1', 'purp1e-5ector', 'anonymous'],
    ...['admin1', '99-race.control', 'steward_2026', '4dmin'],
  ])('is rejected as taken where it resembles the product or race control: %s', (username) => {
    expect(refusal({ username })).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username already taken' })
  })

  test.each(['apex_annie', 'admiral', 'purple_sector_pete', 'stewart', 'racecontroller', 'team-31', '___', '8888'])(
    'is accepted otherwise: %s',
    (username) => {
      expect(refusal({ username })).toBeUndefined()
    },
  )

  test('stays with its present user, who may also change its spelling', () => {
    const before = { username: 'steward' }
    expect(refusal({ username: 'steward' }, before)).toBeUndefined()
    expect(refusal({ username: 'S.T.E.W.A.R.D' }, before)).toBeUndefined()
    expect(refusal({ username: 'admin' }, before)).toMatchObject({ code: 'USERNAME_TAKEN' })
  })
})

describe('first and last name', () => {
  test('follow the same rule where they are the visible name', () => {
    const issues = [{ path: 'firstName', message: 'That name is reserved. Please choose another one.' }]
    expect(refusal({ firstName: 'Race', lastName: 'Control' })).toMatchObject({ code: 'BAD_REQUEST', issues })
    expect(refusal({ firstName: 'Ádmin' })).toMatchObject({ issues })
    expect(refusal({ firstName: 'Anne', lastName: 'Steward' })).toBeUndefined()
    expect(refusal({ username: 'apex', firstName: 'Race', lastName: 'Control' })).toBeUndefined()
    expect(refusal({})).toBeUndefined()
  })
})
