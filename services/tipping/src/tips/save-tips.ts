import { afterCommit, type Transaction } from '@purple-sector/database'
import { counter } from '@purple-sector/metrics'
import type { DecidedTip } from './decide-tips.ts'
import { tipRepository } from './tip-repository.ts'

const accepted = counter('tips_accepted_total')

const kindOf = ({ isAutomatic, isCopy }: DecidedTip['request']) => (isCopy ? 'copy' : isAutomatic ? 'automatic' : 'own')

/** Saves and publishes what was decided about tips of a weekend at one moment. Events are appended, so call it last. */
export const saveTips = async (sql: Transaction, weekendId: number, decided: readonly DecidedTip[]): Promise<void> => {
  const tips = tipRepository(sql, weekendId)
  const submitted = decided.filter(({ decision }) => decision.kind === 'submitted')
  const [first] = submitted
  if (first) await tips.save(submitted, first.tipContext.now)
  await tips.confirm(decided.filter(({ decision }) => decision.kind === 'confirmed'))
  afterCommit(sql, () => {
    for (const { request } of decided)
      accepted.inc({ competition: request.groupId === null ? 'open' : 'group', kind: kindOf(request) })
  })
}
