import { describe, expect, test } from 'vitest'
import { weaknessOf } from './weak-password.ts'

const owner = { email: 'Kim.Bell@example.org', username: 'apex_kim' }

describe('weaknessOf', () => {
  test.each(['password', 'Password1', 'QWERTYUIOP', '12345678', '1q2w3e4r', 'iloveyou', 'P@ssw0rd', ' password '])(
    'rejects a common password: %s',
    (password) => {
      expect(weaknessOf(password, owner)).toContain('too common')
    },
  )

  test.each(['00000000', 'aaaaaaaA', '        ', 'asdasdasd', '19901990', '987654321', 'abcdefgh', '0123456789'])(
    'rejects a trivial pattern: “%s”',
    (password) => {
      expect(weaknessOf(password, owner)).toContain('too common')
    },
  )

  test.each([
    'kim.bell@example.org',
    'KIM.BELL@EXAMPLE.ORG',
    'kim.bell',
    'kimbell ',
    'Apex_Kim',
    'apex-kim',
    'Purple Sector',
    'purplesector',
    'PURPLE-SECTOR',
  ])('rejects names of the user or the product: %s', (password) => {
    expect(weaknessOf(password, owner)).toContain('our name')
  })

  test.each([
    'correct horse',
    'eight laps to go',
    'purple sector 31',
    'kim.bell rides again',
    '!?!!?!?!!!?',
    '密码不要告诉别人',
    'abcdefgi',
    'abcabcabca',
  ])('accepts an uncommon password: %s', (password) => {
    expect(weaknessOf(password, owner)).toBeUndefined()
    expect(weaknessOf(password, { email: '__@example.org', username: '-_-' })).toBeUndefined()
  })

  test('compares with more than ten thousand passwords', () => {
    expect(weaknessOf('zxcvbnm123', { email: 'a@b.test' })).toContain('too common')
    expect(weaknessOf('welcome123', { email: 'a@b.test' })).toContain('too common')
  })
})
