import type { Database } from '@purple-sector/database'
import { copyOpenTips } from '../src/open-tips/copy-open-tips.ts'
import { DUE_COPIES } from '../src/open-tips/open-tip-repository.ts'
import { writeTip } from '../src/tips/submit-tip.ts'
import { tipReadModel } from '../src/tips/tip-read-model.ts'
import { createTippingScenario, SUPERCARS } from './tipping-scenario.ts'

type GroupId = { groupId: number }
type TipRequest = {
  userId: string
  groupId: number | null
  category: string
  isAutomatic: boolean
  weekendId: number
}

/** A copy of an open tip in a group, as `copiesOf` returns it. */
export const copy = ({ groupId }: GroupId, carId: number, over: object = {}) => ({
  ...{ groupId, carId, isCopy: true, isAutomatic: false },
  ...over,
})

/** A tip that was handed in for the group itself. */
export const own = (group: GroupId, carId: number) => copy(group, carId, { isCopy: false })

/** Creates a weekend with an open race and three cars, and a group with one member, ann. No tip waits to be copied. */
export const createOpenTipsScenario = async (database: Database) => {
  await database('open_tips_to_copy').delete()
  const scenario = await createTippingScenario(database)
  const { weekendId } = scenario
  const race = await scenario.race()
  const cars = await scenario.cars(3)
  const ann = await scenario.fan('ann')
  const group = await scenario.group()
  await scenario.join(group, ann)
  return {
    scenario,
    race,
    ann,
    group,
    car: (index: number): number => cars[index] ?? 0,

    /** Switches "Use my open competition tips here" on or off. */
    use: (of: GroupId, usesOpenTips = true, userId = ann) => scenario.publishMembership(of, userId, { usesOpenTips }),

    /** Copies what is due, as the background task does. */
    copyAll: () => copyOpenTips(database),
    isDue: async () => (await database.raw<{ rows: unknown[] }>(DUE_COPIES)).rows.length > 0,

    submit: (carId: number, over: Partial<TipRequest> = {}) =>
      database.transaction((sql) =>
        writeTip(sql, { userId: ann, weekendId, category: SUPERCARS, groupId: null, carId, ...over }),
      ),

    /** The tips of a fan in groups. */
    async copiesOf(userId = ann, inWeekend = weekendId) {
      const { tips } = await tipReadModel(database).ofWeekend(userId, inWeekend)
      return tips.flatMap(({ groupId, carId, isCopy, isAutomatic }) =>
        groupId === null ? [] : [{ groupId, carId, isCopy, isAutomatic }],
      )
    },
  }
}
