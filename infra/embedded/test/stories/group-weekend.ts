import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { describe, test } from 'vitest'
import { playedOn } from '../played-on.ts'
import type { ProductProcess } from '../product-process.ts'

export const groupWeekend = (running: () => ProductProcess): void => {
  describe('a weekend in a group', () => {
    test('a group is founded, joined, tipped, scored by changing rules, and leaves no data when it is deleted', async () => {
      await playGroupWeekend(await playedOn(running()))
    }, 240_000)
  })
}
