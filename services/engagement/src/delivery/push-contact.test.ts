import { expect, test } from 'vitest'
import { pushContact } from './push-contact.ts'

const contactOf = (publicUrl: string, from = `Purple Sector <no-reply@${new URL(publicUrl).hostname}>`) => {
  const warnings: { details: object; message: string }[] = []
  const log = { warn: (details: object, message: string) => void warnings.push({ details, message }) }
  return { contact: pushContact({ publicUrl, mail: { kind: 'files', from, directory: '' } }, log), warnings }
}

test.each([
  ['https://tips.example.com', undefined, 'https://tips.example.com'],
  ['https://tips.example.com:8443/at', undefined, 'https://tips.example.com:8443/at'],
  ['http://tips.example.com', undefined, 'mailto:no-reply@tips.example.com'],
  ['http://localhost:8080', 'Race control <tips@club.com.au>', 'mailto:tips@club.com.au'],
  ['https://localhost', 'tips@club.com.au', 'mailto:tips@club.com.au'],
  ['https://192.0.2.7', 'tips@club.com.au', 'mailto:tips@club.com.au'],
  ['https://[2001:db8::7]', 'tips@club.com.au', 'mailto:tips@club.com.au'],
])('returns a contact at a public name: %s, %s', (publicUrl, from, contact) => {
  expect(contactOf(publicUrl, from)).toEqual({ contact, warnings: [] })
})

test.each([
  ['http://localhost:8080', undefined],
  ['https://tips.local', undefined],
  ['https://paddock.invalid', undefined],
  ['https://tips.localhost', undefined],
  ['http://intranet', undefined],
  ['http://10.0.0.7:8080', undefined],
  ['https://tips.local', 'tips@paddock.local'],
  ['https://tips.local', 'Race control'],
])('returns a placeholder and warns when no setting is public: %s, %s', (publicUrl, from) => {
  const { contact, warnings } = contactOf(publicUrl, from)
  expect(contact).toBe('mailto:no-reply@example.com')
  expect(warnings).toMatchObject([
    { details: { publicUrl }, message: expect.stringMatching(/set PUBLIC_URL .* MAIL_FROM/) },
  ])
})
