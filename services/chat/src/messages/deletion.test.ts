import { describe, expect, test } from 'vitest'
import { decideDeletion } from './deletion.ts'

const message = (overrides = {}) => ({ userId: 'ann', isDeleted: false, ...overrides })
const ann = { userId: 'ann', isAdmin: false, reason: undefined }
const bob = { userId: 'bob', isAdmin: false, reason: undefined }
const admin = { userId: 'bob', isAdmin: true, reason: 'Off topic' }
const errorWith = (code: string) => expect.objectContaining({ code })

describe('decideDeletion', () => {
  test('removes a message for its author without a reason', () => {
    expect(decideDeletion(message(), ann)).toEqual({ kind: 'remove', reason: null })
    expect(decideDeletion(message(), { ...ann, isAdmin: true, reason: 'Oops' })).toEqual({
      ...{ kind: 'remove', reason: null },
    })
  })
  test('throws for a user who is neither author nor admin', () => {
    expect(() => decideDeletion(message(), bob)).toThrow(errorWith('NOT_YOUR_MESSAGE'))
    expect(() => decideDeletion(message({ isDeleted: true }), bob)).toThrow(errorWith('NOT_YOUR_MESSAGE'))
  })
  test('returns done for a message that is already deleted', () => {
    expect(decideDeletion(message({ isDeleted: true }), ann)).toEqual({ kind: 'done' })
    expect(decideDeletion(message({ isDeleted: true }), { ...admin, reason: undefined })).toEqual({ kind: 'done' })
  })
})
