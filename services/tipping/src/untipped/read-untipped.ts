import type { UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { findAdministeredScope } from './find-administered-scope.ts'
import { findUntipped } from './find-untipped.ts'
import { type GroupWeekend, nudgeRepository } from './nudge-repository.ts'

/** Lists the members of a group without a tip, for its admin, and when the nudge of the weekend was sent. */
export const readUntipped =
  ({ database }: { database: Database }) =>
  async (
    caller: Caller,
    groupWeekend: GroupWeekend,
  ): Promise<{ categories: UntippedCategory[]; nudgedAt: Date | undefined }> => {
    const scope = await findAdministeredScope(database, caller, groupWeekend)
    const found = await findUntipped(database, scope)
    const categories = found.map(({ members, shortName: _, ...category }) => ({
      ...category,
      members: members.map(({ userId, username, firstName }) => ({ userId, username, firstName })),
    }))
    return { categories, nudgedAt: await nudgeRepository(database).nudgedAt(groupWeekend) }
  }
