import { weekendSubject } from '@purple-sector/contracts/event'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { openRules } from './rules.ts'
import { scopeRepository } from './scope-repository.ts'

/** The fields of a weekend that the open competition follows. */
type Weekend = { id: number; productRaceIds: number[]; productRacesChosenAt: string | null }

/**
 * Creates the open competition with its weekend, and applies its filter. A change of the filter counts from the moment
 * at which weekends decided it, by this database's clock (`locks/read-locks.ts`): so a race that has locked since then
 * counts as the reply to the administrator said.
 */
export const followFilter = async (
  sql: Transaction,
  { id, productRaceIds, productRacesChosenAt }: Weekend,
): Promise<void> => {
  await lockSubject(sql, 'exclusive', weekendSubject(id))
  const scopes = scopeRepository(sql)
  const rules = openRules(productRaceIds)
  const scope = await scopes.ensureOpen(id, rules)
  if (!scope.isNew) await scopes.changeRules(scope.id, rules, productRacesChosenAt)
}
