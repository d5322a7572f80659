import { describe, expect, test } from 'vitest'
import { countBytes } from './count-bytes.ts'
import { etagOf } from './validators.ts'

describe('how much is unread, as it is sent', () => {
  test('is made once for everybody who has left as much', () => {
    const three = countBytes(3)
    expect([three.body.toString(), three.etag]).toEqual(['{"count":3}', etagOf('{"count":3}')])
    expect(countBytes(3)).toBe(three)
    expect(countBytes(4).etag).not.toBe(three.etag)
  })

  test('is right for a number that nobody can have, and not kept', () => {
    const many = countBytes(1_000_000)
    expect(many.body.toString()).toBe('{"count":1000000}')
    expect(countBytes(1_000_000)).not.toBe(many)
  })
})
