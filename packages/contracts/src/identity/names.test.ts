import { describe, expect, test } from 'vitest'
import { DEFAULT_APPEARANCE } from '../racing-avatar/appearance.ts'
import { avatarBody, nameInput, profileBody } from './http.ts'

const message = 'Please leave out invisible and control characters'
const code = (...points: number[]) => String.fromCodePoint(...points)

describe('a name', () => {
  test.each([
    ['a NUL', 0x00],
    ['an escape', 0x1b],
    ['a C1 control', 0x9b],
    ['a soft hyphen', 0xad],
    ['a grapheme joiner', 0x34f],
    ['an Arabic letter mark', 0x61c],
    ['a Hangul filler', 0x3164],
    ['a zero-width space', 0x200b],
    ['a zero-width joiner', 0x200d],
    ['a right-to-left mark', 0x200f],
    ['a right-to-left override', 0x202e],
    ['a word joiner', 0x2060],
    ['a right-to-left isolate', 0x2067],
    ['a byte-order mark', 0xfeff],
    ['a blank of Braille', 0x2800],
    ['a private character', 0xe000],
    ['a tag', 0xe0041],
    ['a lonely variation selector', 0xfe0f],
  ])('rejects %s', (_what, point) => {
    const parsed = nameInput.safeParse(`Kim${code(point)}Bell`)
    expect(parsed.error?.issues).toMatchObject([{ message }])
  })

  test.each(['Zoë', 'O’Brien-Smith', 'Nguyễn Văn', '王小明', 'محمد', 'נועה', 'Ада', 'ไพลิน', '7 Racing!', 'Team 🏁'])(
    'of any script stands: %s',
    (name) => {
      expect(nameInput.parse(name)).toBe(name)
    },
  )

  test('accepts whole emoji, including joined ones', () => {
    const emoji = ['👩🏽‍🚒', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', '🇦🇺']
    for (const one of emoji) expect(nameInput.parse(`Kim ${one}`)).toBe(`Kim ${one}`)
  })

  test('is composed, trimmed, and has plain spaces', () => {
    expect(nameInput.parse(`\t Zoe${code(0x308)}${code(0xa0, 0x3000)}  Bell\n${code(0xfeff)}`)).toBe('Zoë Bell')
  })

  test('checks the length of a far too long name first', () => {
    const costly = '👨‍'.repeat(300_000)
    const issuesOf = (parsed: { error?: { issues: object[] } | undefined }) => parsed.error?.issues
    expect(issuesOf(nameInput.safeParse(costly))).toMatchObject([{ code: 'too_big' }])
    expect(issuesOf(profileBody.safeParse({ chatStatus: costly }))).toMatchObject([{ code: 'too_big' }])
    expect(issuesOf(avatarBody.safeParse({ avatarConfig: { team: costly } }))).toMatchObject([{ code: 'too_big' }])
  })

  test('is measured in its stored form', () => {
    expect(nameInput.safeParse(`e${code(0x301)}`.repeat(100)).success).toBe(true)
    expect(nameInput.safeParse('x'.repeat(101)).success).toBe(false)
  })
})

describe('other visible texts of a user', () => {
  test.each(['firstName', 'lastName', 'teamName', 'manufacturer', 'chatStatus'])(
    'apply the same rules to %s',
    (field) => {
      const parsed = profileBody.safeParse({ [field]: `Row${code(0x202e)}12` })
      expect(parsed.error?.issues).toMatchObject([{ path: [field], message }])
      expect(profileBody.parse({ [field]: null })).toEqual({ [field]: null })
    },
  )

  test('apply the same rules to the texts of the avatar', () => {
    const parsed = avatarBody.safeParse({ avatarConfig: { helmet: 'classic', team: `Apex${code(0x200b)}` } })
    expect(parsed.error?.issues).toMatchObject([{ path: ['avatarConfig', 'team'], message }])
    expect(avatarBody.safeParse({ avatarConfig: { helmet: 'classic' } }).success).toBe(true)
  })

  test.each([
    ['helmet', 'bowler'],
    ['visor', 'rainbow'],
    ['suit', 'pyjamas'],
    ['pattern', '<script>'],
    ['helmetColor', 'ultraviolet'],
    ['suitColor', '#12345'],
    ['primaryColor', 'url(javascript:x)'],
    ['secondaryColor', ''],
  ])('reject an avatar with an unknown %s', (field, unknown) => {
    expect(avatarBody.safeParse({ avatarConfig: { [field]: unknown } }).error?.issues).toMatchObject([
      { path: ['avatarConfig', field], message: expect.stringMatching(/^must be/) },
    ])
  })

  test('accept every known part and swatch of an avatar', () => {
    const look = {
      ...DEFAULT_APPEARANCE,
      helmet: 'open-face',
      pattern: 'carbon-fiber',
      suitColor: 'Teal',
      primaryColor: '#fff',
    }
    expect(avatarBody.parse({ avatarConfig: look })).toEqual({ avatarConfig: look })
  })
})
