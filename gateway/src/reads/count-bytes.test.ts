import { describe, expect, test } from 'vitest'
import { countBytes } from './count-bytes.ts'
import { etagOf } from './validators.ts'

describe('unread count bytes', () => {
  test('builds the bytes of a count once', () => {
    const three = countBytes(3)
    expect([three.body.toString(), three.etag]).toEqual(['{"count":3}', etagOf('{"count":3}')])
    expect(countBytes(3)).toBe(three)
    expect(countBytes(4).etag).not.toBe(three.etag)
  })

  test('builds correct bytes for an impossible count, and does not cache them', () => {
    const many = countBytes(1_000_000)
    expect(many.body.toString()).toBe('{"count":1000000}')
    expect(countBytes(1_000_000)).not.toBe(many)
  })
})
