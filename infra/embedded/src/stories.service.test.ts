import { afterAll, beforeAll, describe } from 'vitest'
import { type ProductProcess, startProductProcess } from './testing/product-process.ts'
import { access } from './testing/stories/access.ts'
import { accountLife } from './testing/stories/account-life.ts'
import { chat } from './testing/stories/chat.ts'
import { besideTipping } from './testing/stories/engagement.ts'
import { groupAccess } from './testing/stories/group-access.ts'
import { groupWeekend } from './testing/stories/groups.ts'
import { invitedByMail } from './testing/stories/invited-by-mail.ts'
import { renamedCategory } from './testing/stories/renamed-category.ts'
import { unreadReplies } from './testing/stories/unread-replies.ts'

/** What people do with a product that others use as well: each story has fans and a weekend of its own. */
describe('one product for all', () => {
  let product: ProductProcess
  beforeAll(async () => {
    product = await startProductProcess({ LIMIT_MESSAGES: '1000' })
  })
  afterAll(() => product?.dispose())

  const running = () => product
  access(running)
  invitedByMail(running)
  groupWeekend(running)
  accountLife(running)
  besideTipping(running)
  chat(running)
  groupAccess(running)
  unreadReplies(running)
  // Last, for it is of a category that all weekends have.
  renamedCategory(running)
})
