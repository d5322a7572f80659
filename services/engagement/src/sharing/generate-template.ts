import { randomBytes } from 'node:crypto'
import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import { userKey, weekendKey } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { lockAllAndCheckDeleted } from '@purple-sector/messaging'
import type { Caller, ServiceCalls } from '@purple-sector/service-kit'
import { busy, notFound } from '@purple-sector/service-kit/errors'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { collectFigures } from './collect-figures.ts'
import { type Figures, stateOf } from './figures.ts'
import { postOf } from './post.ts'
import { templateRepository } from './template-repository.ts'

const subjectsOf = (userId: string, weekendId: number, figures: Figures): string[] => [
  userKey(userId),
  weekendKey(weekendId),
  ...(figures.type === 'group_victory' ? [`group/${figures.group.id}`] : []),
]

/**
 * A fan makes what they want to share of a weekend. The figures are asked for before the transaction: nothing is held
 * meanwhile. The same figures again are the template that is there.
 */
export const generateTemplate = ({ database, calls }: { database: Database; calls: ServiceCalls }) => {
  const collect = collectFigures({ database, calls })
  return async (
    caller: Caller,
    { weekendId, templateType }: { weekendId: number; templateType: TemplateType },
    { once, isReplay }: { once: WriteMode; isReplay: boolean },
  ): Promise<ShareTemplate> => {
    const { userId } = caller
    // A repeated request is answered as it was, whatever has become of the figures.
    const collected = isReplay ? undefined : await collect(caller, weekendId, templateType)
    return database.transaction((sql) =>
      once(sql, async () => {
        if (!collected) throw busy(new Error('a repeated request is not remembered any more'))
        const { figures, changedAt } = collected
        const gone = await lockAllAndCheckDeleted(sql, 'shared', subjectsOf(userId, weekendId, figures))
        if (gone.size > 0) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
        const name = randomBytes(18).toString('base64url')
        const template = { userId, weekendId, figures, changedAt, state: stateOf(figures), name, ...postOf(figures) }
        return templateRepository(sql).save(template)
      }),
    )
  }
}
