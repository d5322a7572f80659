import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProductProcess } from '../test/prepared-product.ts'
import type { ProductProcess } from '../test/product-process.ts'
import { access } from '../test/stories/access.ts'
import { accountLife } from '../test/stories/account-life.ts'
import { chat } from '../test/stories/chat.ts'
import { deletedWeekend } from '../test/stories/deleted-weekend.ts'
import { groupAccess } from '../test/stories/group-access.ts'
import { groupWeekend } from '../test/stories/group-weekend.ts'
import { unreadReplies } from '../test/stories/unread-replies.ts'

/** Scenarios on one shared product; each has its own fans and weekends, with unique names. */
describe('scenarios on one shared product', () => {
  let product: ProductProcess
  beforeAll(async () => {
    product = await startProductProcess()
  }, 180_000)
  afterAll(() => product?.dispose())

  const running = () => product
  // Runs first, because it compares memory before and after.
  unreadReplies(running)
  access(running)
  groupWeekend(running)
  accountLife(running)
  deletedWeekend(running)
  chat(running)
  groupAccess(running)

  test('logs no error in all scenarios', () => {
    expect(product.output()).not.toMatch(/"level":(50|60)/)
  })
})
