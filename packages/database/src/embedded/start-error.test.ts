import { describe, expect, test } from 'vitest'
import { asStartError, DatabaseStartError, explain, explainExit, type FailureKind, kindOf } from './start-error.ts'

describe('kindOf', () => {
  test.each<[FailureKind, string]>([
    ['disk-full', 'FATAL:  could not write lock file "postmaster.pid": No space left on device'],
    ['disk-full', 'PANIC:  could not write to file "pg_wal/xlogtemp.29": No space left on device'],
    ['disk-full', 'FATAL:  could not extend file "base/5/2608": Disk quota exceeded'],
    ['port-in-use', 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use'],
    ['still-in-use', 'FATAL:  pre-existing shared memory block (key 5432001, ID 0) is still in use'],
    ['still-in-use', 'FATAL:  lock file "postmaster.pid" already exists'],
    ['other-version', 'FATAL:  database files are incompatible with server'],
    ['forbidden', 'FATAL:  data directory "/x" has wrong ownership'],
    ['forbidden', 'could not change directory to "/root/x": Permission denied'],
    ['unknown', 'LOG:  starting PostgreSQL 18.4'],
  ])('classifies output of Postgres as %s', (kind, output) => {
    expect(kindOf({ output })).toBe(kind)
  })

  test('classifies errors of Node', () => {
    expect(kindOf({ cause: new Error('ENOSPC: no space left on device, write') })).toBe('disk-full')
    expect(kindOf({ cause: new Error("EACCES: permission denied, mkdir '/x'") })).toBe('forbidden')
  })
})

describe('explain', () => {
  test('explains the remedy and ends with the output of Postgres', () => {
    const text = explain('disk-full', '/data/postgres', { output: 'one\ntwo\n' })
    expect(text).toContain('/data/postgres')
    expect(text).toContain('Free some space')
    expect(text.endsWith('one\ntwo')).toBe(true)
  })
})

test('returns a DatabaseStartError unchanged', () => {
  const cause = new DatabaseStartError('explained already')
  expect(asStartError('/data', { cause })).toBe(cause)
})

test('says that a running server ended, however much it had written, and why if that is known', () => {
  const output = Array.from({ length: 20 }, (_, index) => `LOG:  line ${index}`).join('\n')
  expect(explainExit('/data', output)).toBe(
    `Postgres ended and is started again.\n${output.split('\n').slice(-6).join('\n')}`,
  )
  expect(explainExit('/data', 'PANIC:  No space left on device')).toMatch(
    /^Postgres ended and is started again\.\nThe disk that holds the database \(\/data\) is full/,
  )
})
