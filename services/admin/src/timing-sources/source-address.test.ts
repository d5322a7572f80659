import { expect, test } from 'vitest'
import { backoffBefore } from './listen-to-source.ts'
import { redactedAddress, sourceAddressFault } from './source-address.ts'

test.each([
  ['ndjson', 'https://timing.example.org/live.ndjson'],
  ['natsoft', 'tcp://timing.example.org:50001'],
  ['natsoft', 'ws://203.1.2.3:80/feed'],
  ['natsoft', 'wss://timing.example.org/feed?meeting=7'],
] as const)('accepts a %s source at %s', (kind, url) => {
  expect(sourceAddressFault(kind, url, { allowPrivate: false })).toBeUndefined()
})

test.each([
  ['ndjson', 'file:///srv/timing.ndjson'],
  ['ndjson', 'http://timing.example.org/live.ndjson'],
  ['ndjson', 'https://10.1.2.3/'],
  ['ndjson', 'https://[fe80::1]/'],
  ['natsoft', 'tcp://127.0.0.1:50001'],
  ['natsoft', 'tcp://[::1]:50001'],
  ['natsoft', 'tcp://localhost:50001'],
  ['natsoft', 'tcp://2130706433:50001'],
  ['natsoft', 'tcp://0x7f.1:50001'],
  ['natsoft', 'tcp://017700000001:50001'],
  ['natsoft', 'tcp://0:50001'],
  ['natsoft', 'tcp://%31%32%37.0.0.1:50001'],
  ['natsoft', 'tcp://[::ffff:7f00:1]:50001'],
  ['natsoft', 'tcp://169.254.169.254:80'],
  ['natsoft', 'ws://192.168.0.9/'],
  ['natsoft', 'wss://2130706433/'],
] as const)('accepts a %s source at %s only where private addresses are allowed', (kind, url) => {
  expect(sourceAddressFault(kind, url, { allowPrivate: false })).toBeDefined()
  expect(sourceAddressFault(kind, url, { allowPrivate: true })).toBeUndefined()
})

test.each([
  ['ndjson', 'tcp://timing.example.org:50001'],
  ['ndjson', 'timing'],
  ['ndjson', 'file://server/timing.ndjson'],
  ['ndjson', 'https://me:secret@timing.example.org/'],
  ['natsoft', 'tcp://timing.example.org'],
  ['natsoft', 'https://timing.example.org/'],
  ['natsoft', 'ftp://timing.example.org/'],
] as const)('refuses a %s source at %s', (kind, url) => {
  expect(sourceAddressFault(kind, url, { allowPrivate: true })).toBeDefined()
})

test.each([
  [
    'http://timing.example.org:8080/LiveMeeting/20261011.MOUN',
    'ws://timing.example.org:8080/LiveMeeting/20261011.MOUN',
  ],
  ['https://timing.example.org/livemeeting/V8?x=1', 'wss://timing.example.org/livemeeting/V8?x=1'],
])('rejects the page %s with the address of its feed', (page, feed) => {
  const fault = sourceAddressFault('natsoft', page, { allowPrivate: false })
  expect(fault).toContain('is the address of the page for people')
  expect(fault).toContain(`Its feed is at ${feed};`)
  expect(sourceAddressFault('natsoft', feed, { allowPrivate: false })).toBeUndefined()
})

test('removes any key from a displayed address', () => {
  expect(redactedAddress('https://timing.example.org/live?key=secret#x')).toBe('https://timing.example.org/live')
  expect(redactedAddress('tcp://timing.example.org:50001')).toBe('tcp://timing.example.org:50001')
  expect(redactedAddress('file:///srv/timing.ndjson')).toBe('file')
  expect(redactedAddress(null)).toBeNull()
})

test('doubles the delay between connections from one second to thirty, with jitter', () => {
  expect([1, 2, 3, 6, 20].map((failures) => backoffBefore(failures, 1))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
  expect([1, 2, 3, 6, 20].map((failures) => backoffBefore(failures, 0))).toEqual([1_000, 1_000, 2_000, 15_000, 15_000])
})
