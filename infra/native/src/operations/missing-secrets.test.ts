import { describe, expect, test } from 'vitest'
import { withMissingSecrets } from './missing-secrets.ts'

const secrets = {
  POSTGRES_PASSWORD: 'a',
  GROUPS_DATABASE_PASSWORD: 'b',
  IDENTITY_PRIVATE_KEY: 'c',
  IDENTITY_PUBLIC_KEY: 'd',
}
const complete =
  'POSTGRES_PASSWORD=old\nGROUPS_DATABASE_PASSWORD=old\nIDENTITY_PRIVATE_KEY=old\nIDENTITY_PUBLIC_KEY=old\n'

describe('withMissingSecrets', () => {
  test('writes all secrets into a new file', () => {
    expect(withMissingSecrets('', secrets)).toEqual({
      text: 'POSTGRES_PASSWORD=a\nGROUPS_DATABASE_PASSWORD=b\nIDENTITY_PRIVATE_KEY=c\nIDENTITY_PUBLIC_KEY=d\n',
      added: Object.keys(secrets),
    })
  })

  test('leaves a complete file unchanged', () => {
    expect(withMissingSecrets(complete, secrets)).toEqual({ text: complete, added: [] })
  })

  test('adds secrets that a newer version needs, and preserves existing lines and comments', () => {
    const before = `# ours\n${complete.replace('GROUPS_DATABASE_PASSWORD=old\n', '')}LOG_LEVEL=debug`
    expect(withMissingSecrets(before, secrets)).toEqual({
      text: `${before}\nGROUPS_DATABASE_PASSWORD=b\n`,
      added: ['GROUPS_DATABASE_PASSWORD'],
    })
  })

  test.each(['POSTGRES_PASSWORD=', 'POSTGRES_PASSWORD=""', "export POSTGRES_PASSWORD=''", '# POSTGRES_PASSWORD=x'])(
    'treats %s as missing and replaces the line',
    (line) => {
      const { text, added } = withMissingSecrets(complete.replace('POSTGRES_PASSWORD=old', line), secrets)
      expect(added).toEqual(['POSTGRES_PASSWORD'])
      expect(text.match(/^(export )?POSTGRES_PASSWORD=.*$/gm)).toEqual(['POSTGRES_PASSWORD=a'])
    },
  )

  test('rejects a file with half of a key pair, because a new half would not match', () => {
    const half = complete.replace('IDENTITY_PUBLIC_KEY=old\n', '')
    expect(() => withMissingSecrets(half, secrets)).toThrow(/IDENTITY_PUBLIC_KEY is missing.*IDENTITY_PRIVATE_KEY/)
  })
})
