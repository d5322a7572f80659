import { conflict } from '@purple-sector/service-kit/errors'
import { measuredValue } from '@purple-sector/testing/measured-value'
import { expect, test } from 'vitest'
import { countRefusals } from './count-refusals.ts'

test('counts a refused tip by its code, and a defect as an internal error', async () => {
  const locked = conflict('TIPS_CLOSED', 'Too late.')
  await expect(countRefusals(Promise.reject(locked))).rejects.toBe(locked)
  const defect = new Error('a defect')
  await expect(countRefusals(Promise.reject(defect))).rejects.toBe(defect)
  await expect(countRefusals(Promise.resolve(1))).resolves.toBe(1)
  expect(await measuredValue('tips_refused_total{code="TIPS_CLOSED"}')).toBe(1)
  expect(await measuredValue('tips_refused_total{code="INTERNAL_ERROR"}')).toBe(1)
})
