import { describe, expect, test } from 'vitest'
import { type isReserved, rejectReservedName } from './reserved-names.ts'

const rejectionOf = (names: Parameters<typeof isReserved>[0], previousNames?: Parameters<typeof isReserved>[0]) => {
  try {
    rejectReservedName(names, previousNames)
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
  ])('is rejected as taken if it resembles the product or race control: %s', (username) => {
    expect(rejectionOf({ username })).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username already taken' })
  })

  test.each(['apex_annie', 'admiral', 'purple_sector_pete', 'stewart', 'racecontroller', 'team-31', '___', '8888'])(
    'is accepted if it resembles neither: %s',
    (username) => {
      expect(rejectionOf({ username })).toBeUndefined()
    },
  )

  test('is accepted for the user who already has it, also in another spelling', () => {
    const previousNames = { username: 'steward' }
    expect(rejectionOf({ username: 'steward' }, previousNames)).toBeUndefined()
    expect(rejectionOf({ username: 'S.T.E.W.A.R.D' }, previousNames)).toBeUndefined()
    expect(rejectionOf({ username: 'admin' }, previousNames)).toMatchObject({ code: 'USERNAME_TAKEN' })
  })
})

describe('first and last name', () => {
  test('are rejected if they are the visible name and reserved', () => {
    const issues = [{ path: 'firstName', message: 'That name is reserved. Please choose another one.' }]
    expect(rejectionOf({ firstName: 'Race', lastName: 'Control' })).toMatchObject({ code: 'BAD_REQUEST', issues })
    expect(rejectionOf({ firstName: 'Ádmin' })).toMatchObject({ issues })
    expect(rejectionOf({ firstName: 'Anne', lastName: 'Steward' })).toBeUndefined()
    expect(rejectionOf({ username: 'apex', firstName: 'Race', lastName: 'Control' })).toBeUndefined()
    expect(rejectionOf({})).toBeUndefined()
  })
})
