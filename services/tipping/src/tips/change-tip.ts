import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { tipReadModel } from './tip-read-model.ts'
import type { TipRequest } from './tip-repository.ts'
import type { TipReceipt } from './write-tips.ts'

type Dependencies = { database: Database; write: (request: TipRequest) => Promise<TipReceipt> }

/** Changes a fan's own tip to another car, as submitting it again would (`submit-tip.ts`). */
export const changeTip =
  ({ database, write }: Dependencies) =>
  async ({ userId }: Caller, { id, carId }: { id: number; carId: number }): Promise<Tip> => {
    const known = await tipReadModel(database).byId(userId, id)
    if (!known) throw notFound('TIP_NOT_FOUND', 'There’s no such tip.')
    const { weekendId, categoryId: category, groupId } = known
    return (await write({ userId, weekendId, category, groupId, carId })).tip
  }
