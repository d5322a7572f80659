import { randomBytes } from 'node:crypto'
import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
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
  userSubject(userId),
  weekendSubject(weekendId),
  ...(figures.type === 'group_victory' ? [`group/${figures.group.id}`] : []),
]

/**
 * Generates a template of a user's figures of a weekend; equal figures return the existing template.
 *
 * The figures are fetched before the transaction, so that no lock is held meanwhile.
 */
export const generateTemplate = ({ database, calls }: { database: Database; calls: ServiceCalls }) => {
  const collect = collectFigures({ database, calls })
  return async (
    caller: Caller,
    { weekendId, templateType }: { weekendId: number; templateType: TemplateType },
    { writeMode, isReplay }: { writeMode: WriteMode; isReplay: boolean },
  ): Promise<ShareTemplate> => {
    const { userId } = caller
    // A repeated request gets its stored reply, even if the figures have changed.
    const collected = isReplay ? undefined : await collect(caller, weekendId, templateType)
    return database.transaction((sql) =>
      writeMode(sql, async () => {
        if (!collected) throw busy(new Error('the reply to a repeated request is no longer stored'))
        const { figures, changedAt } = collected
        const deletedSubjects = await lockAllAndCheckDeleted(sql, 'shared', subjectsOf(userId, weekendId, figures))
        if (deletedSubjects.size > 0) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
        const name = randomBytes(18).toString('base64url')
        const template = { userId, weekendId, figures, changedAt, state: stateOf(figures), name, ...postOf(figures) }
        return templateRepository(sql).save(template)
      }),
    )
  }
}
