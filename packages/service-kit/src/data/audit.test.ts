import { auditActionSchema } from '@purple-sector/contracts/admin/audit'
import { expect, test } from 'vitest'
import { auditAction } from './audit.ts'

test('makes an audit entry with actor, action, subject and time', () => {
  const line = auditAction(
    { userId: 'boss', username: null },
    {
      at: new Date('2026-11-21T03:00:00Z'),
      action: 'weekend.created',
      subject: { type: 'weekend', id: 7 },
      before: null,
      after: { name: 'Round 7' },
    },
  )
  expect(auditActionSchema.parse(line)).toEqual({
    id: expect.any(String),
    at: '2026-11-21T03:00:00.000Z',
    actor: { id: 'boss', username: null },
    action: 'weekend.created',
    subject: { type: 'weekend', id: '7' },
    before: null,
    after: { name: 'Round 7' },
  })
})
