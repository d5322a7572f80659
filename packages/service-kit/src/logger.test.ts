import { withTrace } from '@purple-sector/telemetry/trace'
import { expect, test } from 'vitest'
import { createLogger, type Logger } from './logger.ts'

const writtenLine = (write: (log: Logger) => void): Record<string, unknown> => {
  const lines: string[] = []
  write(createLogger('test', 'info', { write: (line: string) => void lines.push(line) }))
  return JSON.parse(lines.join(''))
}

test('adds the trace id to lines written inside a trace, also by child loggers', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const line = writtenLine((log) => withTrace(traceparent, () => log.child({ service: 'tipping' }).info('scored')))
  expect(line).toMatchObject({ service: 'tipping', msg: 'scored', traceId: 'a'.repeat(32) })
})

test('names the service once per line in a process of many services', () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  createLogger(undefined, 'info', destination).child({ service: 'weekends' }).info('started')
  expect(lines.join().match(/"service":/g)).toHaveLength(1)
})

test('adds no trace id outside of a trace', () => {
  expect(writtenLine((log) => log.info('started'))).not.toHaveProperty('traceId')
})

test('redacts secrets', () => {
  const line = writtenLine((log) =>
    log.info(
      { password: 'p1', body: { token: 'p2' }, request: { headers: { cookie: 'p3', accept: '*/*' } } },
      'received',
    ),
  )
  expect(line).toMatchObject({ password: '[Redacted]', request: { headers: { accept: '*/*' } } })
  expect(JSON.stringify(line)).not.toMatch(/p[123]/)
})
