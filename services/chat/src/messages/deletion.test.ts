import { describe, expect, test } from 'vitest'
import { decideDeletion } from './deletion.ts'

const message = (over = {}) => ({ userId: 'ann', isDeleted: false, ...over })
const ann = { userId: 'ann', isAdmin: false, reason: undefined }
const bob = { userId: 'bob', isAdmin: false, reason: undefined }
const admin = { userId: 'bob', isAdmin: true, reason: 'Off topic' }
const code = (code: string) => expect.objectContaining({ code })

describe('a message is taken out of a group’s chat', () => {
  test('by whoever wrote it, who gives no reason', () => {
    expect(decideDeletion(message(), ann)).toEqual({ kind: 'remove', reason: null })
    expect(decideDeletion(message(), { ...ann, isAdmin: true, reason: 'Oops' })).toEqual({
      ...{ kind: 'remove', reason: null },
    })
  })
  test('by nobody else', () => {
    expect(() => decideDeletion(message(), bob)).toThrow(code('NOT_YOUR_MESSAGE'))
    expect(() => decideDeletion(message({ isDeleted: true }), bob)).toThrow(code('NOT_YOUR_MESSAGE'))
  })
  test('once, and again without an error', () => {
    expect(decideDeletion(message({ isDeleted: true }), ann)).toEqual({ kind: 'done' })
    expect(decideDeletion(message({ isDeleted: true }), { ...admin, reason: undefined })).toEqual({ kind: 'done' })
  })
})
