import { describe, expect, test } from 'vitest'
import { weaknessOf } from './weak-password.ts'

const owner = { email: 'Kim.Bell@example.org', username: 'apex_kim' }

describe('a password', () => {
  test.each(['password', 'Password1', 'QWERTYUIOP', '12345678', '1q2w3e4r', 'iloveyou', 'P@ssw0rd', ' password '])(
    'is refused where everybody uses it: %s',
    (password) => {
      expect(weaknessOf(password, owner)).toContain('too common')
    },
  )

  test.each(['00000000', 'aaaaaaaA', '        ', 'asdasdasd', '19901990', '987654321', 'abcdefgh', '0123456789'])(
    'is refused where a rule makes it that everybody knows: “%s”',
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
  ])('is refused where it is what everybody knows of its owner or of us: %s', (password) => {
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
  ])('may be anything else: %s', (password) => {
    expect(weaknessOf(password, owner)).toBeUndefined()
    expect(weaknessOf(password, { email: '__@example.org', username: '-_-' })).toBeUndefined()
  })

  test('is compared with ten thousand and more', () => {
    expect(weaknessOf('zxcvbnm123', { email: 'a@b.test' })).toContain('too common')
    expect(weaknessOf('welcome123', { email: 'a@b.test' })).toContain('too common')
  })
})
