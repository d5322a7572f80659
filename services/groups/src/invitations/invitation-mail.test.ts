import { expect, test } from 'vitest'
import { invitationMail } from './invitation-mail.ts'

const renderMail = (overrides: Partial<Parameters<typeof invitationMail>[0]> = {}) =>
  invitationMail({
    to: 'bea@fans.test',
    inviter: { username: 'ann', firstName: null, lastName: null },
    groupName: 'Pit Wall',
    inviteCode: 'code_1-A',
    publicUrl: 'https://tips.test',
    ...overrides,
  })

test('the mail contains the inviter, the group and the link to join', () => {
  const { to, subject, text } = renderMail()
  expect(to).toBe('bea@fans.test')
  expect(subject).toBe('ann invites you to Pit Wall')
  expect(text).toContain('ann invites you to the group\n“Pit Wall” on Purple Sector')
  expect(text).toContain('\n\nhttps://tips.test/groups/join/code_1-A\n\n')
})

test('an inviter without a name is called Someone', () => {
  const inviter = { username: null, firstName: null, lastName: null }
  expect(renderMail({ inviter }).subject).toBe('Someone invites you to Pit Wall')
})

test('a name is one line of text and adds no header, link or HTML', () => {
  const inviter = { username: null, firstName: 'Ann\r\nBcc: eve@fans.test\u2028', lastName: 'x'.repeat(100) }
  const { subject, text } = renderMail({ inviter, groupName: 'https://evil.test/<b>win</b>' })
  expect(subject).not.toMatch(/[\r\n\u2028]/)
  expect(subject.length).toBeLessThan(140)
  expect(text.match(/https?:\/\/[^\s\u2060]+/g)).toEqual(['https://tips.test/groups/join/code_1-A'])
  expect(text).not.toContain('evil.test')
  expect(text.replaceAll('\u2060', '')).toContain('“https://evil.test/<b>win</b>”')
})

test('a name becomes no link or encoded text in the subject, with any kind of dot', () => {
  for (const groupName of [
    'evil.test',
    'evil\u3002test',
    'evil\uff0etest',
    'evil\uff61test',
    'evil\u2024test',
    'a@evil\uff0fx',
  ]) {
    const { subject, text } = renderMail({ groupName })
    for (const part of [subject, text]) expect([groupName, part.includes(groupName)]).toEqual([groupName, false])
    expect(subject.replaceAll('\u2060', '')).toBe(`ann invites you to ${groupName}`)
  }
  expect(renderMail({ groupName: '=?utf-8?B?4oCuYWJj?=' }).subject).not.toContain('=?')
})

test('a right-to-left name does not reorder the words and numbers around it', () => {
  const inviter = { username: null, firstName: 'عمر 7', lastName: null }
  expect(renderMail({ inviter, groupName: 'فريق 12 pts' }).subject).toBe(
    '\u2068عمر 7\u2069 invites you to \u2068فريق 12 pts\u2069',
  )
})
