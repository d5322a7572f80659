import { expect, test } from 'vitest'
import { subscriberOf, unsubscribeToken } from './unsubscribe-token.ts'

const subscriber = { userId: 'fan-1', type: 'result' }
const token = unsubscribeToken('a secret', subscriber)

test('reads user and notification type of a token', () => {
  expect(subscriberOf('a secret', token)).toEqual(subscriber)
})

test.each([
  ['a trailing =', `${token}=`],
  ['a trailing blank', `${token} `],
  ['the signature in the other alphabet of base64', token.replaceAll('-', '+').replaceAll('_', '/').concat('==')],
  ['another part', `${token}.more`],
  ['no signature', token.slice(0, token.lastIndexOf('.'))],
  ['another kind', token.replace('.result.', '.correction.')],
])('rejects a token with %s', (_, changed) => {
  expect(subscriberOf('a secret', changed)).toBeUndefined()
})

test('rejects a token of another secret', () => {
  expect(subscriberOf('another secret', token)).toBeUndefined()
})
