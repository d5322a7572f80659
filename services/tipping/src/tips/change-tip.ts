import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { tipReadModel } from './tip-read-model.ts'
import type { TipRequest } from './tip-repository.ts'
import type { TipReceipt } from './write-tips.ts'

type Dependencies = { database: Database; write: (request: TipRequest) => Promise<TipReceipt> }

/** Changes a tip of the calling user to another car, as submitting it again would (`submit-tip.ts`). */
export const changeTip =
  ({ database, write }: Dependencies) =>
  async ({ userId }: Caller, { id, carId }: { id: number; carId: number }): Promise<Tip> => {
    const current = await tipReadModel(database).byId(userId, id)
    if (!current) throw notFound('TIP_NOT_FOUND', 'There’s no such tip.')
    const { weekendId, categoryId: category, groupId } = current
    return (await write({ userId, weekendId, category, groupId, carId })).tip
  }
