import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProductProcess } from '../test/prepared-product.ts'
import type { ProductProcess } from '../test/product-process.ts'
import { access } from '../test/scenarios/access.ts'
import { accountLife } from '../test/scenarios/account-life.ts'
import { chat } from '../test/scenarios/chat.ts'
import { deletedWeekend } from '../test/scenarios/deleted-weekend.ts'
import { documentedReplies } from '../test/scenarios/documented-replies.ts'
import { groupAccess } from '../test/scenarios/group-access.ts'
import { groupWeekend } from '../test/scenarios/group-weekend.ts'
import { sharedErrors } from '../test/scenarios/shared-errors.ts'
import { slowReaders } from '../test/scenarios/slow-readers.ts'

/** Scenarios on one shared product; each has its own fans and weekends, with unique names. */
describe('scenarios on one shared product', () => {
  let product: ProductProcess
  beforeAll(async () => {
    // Thousands of requests come from this one address.
    product = await startProductProcess({
      LIMIT_WRITES: '100000',
      LIMIT_ADMIN_WRITES: '100000',
      LIMIT_OPEN_DATA: '100000',
      SHEET_TIMEOUT_MS: '30000',
    })
  }, 180_000)
  afterAll(() => product?.dispose())

  const getProduct = () => product
  // Runs first, because it compares memory before and after.
  slowReaders(getProduct)
  access(getProduct)
  sharedErrors(getProduct)
  documentedReplies(getProduct)
  groupWeekend(getProduct)
  accountLife(getProduct)
  deletedWeekend(getProduct)
  chat(getProduct)
  groupAccess(getProduct)

  test('logs no error in all scenarios', () => {
    expect(product.output()).not.toMatch(/"level":(50|60)/)
  })
})
