import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('settings of identity', () => {
  test('have defaults', () => {
    expect(readConfig({})).toMatchObject({
      publicUrl: 'http://localhost:8080',
      adminEmails: [],
      mail: { kind: 'files', directory: 'var/mail', from: 'Purple Sector <no-reply@localhost>' },
      oidc: undefined,
      limits: { registrations: 60, signIns: 60, signInsPerAccount: 10, signInsPerAddress: 100 },
    })
  })

  test('convert the addresses of administrators to lower case', () => {
    const { adminEmails } = readConfig({
      ADMIN_EMAILS: ' Boss@Example.org, ,second@example.org',
      ADMIN_PASSWORD: 'long enough',
    })
    expect(adminEmails).toEqual(['boss@example.org', 'second@example.org'])
  })

  test.each([
    ['ADMIN_EMAILS', { ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAILS: 'boss@example.org' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAILS: 'boss@example.org', ADMIN_PASSWORD: 'short' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.org' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'tips' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'tips.example.org' }],
    ['SMTP_URL: must begin with smtp://', { SMTP_URL: 'mail.example.org:587' }],
  ])('stop the start with a message that names %s', (name, env) => {
    expect(() => readConfig(env)).toThrow(name)
  })

  test('send mail by SMTP if a server is configured', () => {
    const { mail } = readConfig({ SMTP_URL: 'smtp://mail.example.org', PUBLIC_URL: 'https://tips.example.org/' })
    expect(mail).toEqual({
      kind: 'smtp',
      url: 'smtp://mail.example.org',
      from: 'Purple Sector <no-reply@tips.example.org>',
    })
  })
})
