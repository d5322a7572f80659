import type { ShareTemplate } from '@purple-sector/contracts/engagement/http'
import { userSubject } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'
import { notFound } from '@purple-sector/service-kit/errors'
import { updateAchievements } from '../achievements/update-achievements-sql.ts'
import { POINTS } from '../points/activity.ts'
import { awardPoints } from '../points/award-points-sql.ts'
import { templateRepository } from './template-repository.ts'

const noSuchTemplate = () => notFound('TEMPLATE_NOT_FOUND', 'There’s no such template.')

/** Counts a share of a template; the first one earns points. */
export const countShare =
  ({ database }: { database: Database }) =>
  (userId: string, templateId: number): Promise<ShareTemplate> =>
    database.transaction(async (sql) => {
      // Lock order: the user before the row, as the deletion does.
      if ((await lockAndCheckDeleted(sql, 'shared', userSubject(userId))).isDeleted) throw noSuchTemplate()
      const template = await templateRepository(sql).countShare(userId, templateId)
      if (!template) throw noSuchTemplate()
      const { id, weekendId } = template
      await awardPoints(sql, [{ userId, weekendId, kind: 'share', cause: `share/${id}`, points: POINTS.share }])
      await updateAchievements(sql, userId, weekendId)
      return template
    })
