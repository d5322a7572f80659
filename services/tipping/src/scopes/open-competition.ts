import { weekendKey } from '@purple-sector/contracts/event'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { openRules } from './rules.ts'
import { scopeRepository } from './scope-repository.ts'

/** The weekend as the open competition follows it. */
type Weekend = { id: number; productRaceIds: number[] }

/** Makes the open competition with its weekend, and dates every change of its filter by the database's clock. */
export const followFilter = async (sql: Transaction, { id, productRaceIds }: Weekend): Promise<void> => {
  await lockSubject(sql, 'exclusive', weekendKey(id))
  const scopes = scopeRepository(sql)
  const rules = openRules(productRaceIds)
  const scope = await scopes.ensureOpen(id, rules)
  if (!scope.isNew) await scopes.changeRules(scope.id, rules)
}
