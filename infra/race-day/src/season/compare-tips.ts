import { type Difference, differs } from '../comparison/differences.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { createWaitUntilEqual } from '../wait-until-equal.ts'
import { carBefore } from './season-account.ts'
import { type PlayedRound, type PlayedSeasonStay, presentStay, type SeasonFan, type SeasonTip } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

/** A competition that a fan takes part in: the open one, or a group in one membership. */
export type Competition = { fan: SeasonFan; stay: PlayedSeasonStay | null }

/** The competitions of a round that a fan takes part in. */
export const competitionsOf = ({ log }: SeasonStage, round: PlayedRound, fan: SeasonFan): Competition[] => [
  { fan, stay: null },
  ...log.groups
    .filter(({ firstRound }) => log.rounds.indexOf(firstRound) <= log.rounds.indexOf(round))
    .flatMap((group) => {
      const stay = presentStay(group, fan)
      return stay ? [{ fan, stay }] : []
    }),
]

const inWords = (where: number | 'open', category: string | undefined, tip: TipKind): string =>
  `${where} ${category} ${tip.carId}${tip.isAutomatic ? ' automatic' : ''}${tip.isCopy ? ' copy' : ''}`

type TipKind = Pick<SeasonTip, 'carId' | 'isAutomatic' | 'isCopy'>

/** Whether the player knows of tips of the fan that they did not hand in themselves. */
const hasTipsOfOthers = ({ log }: SeasonStage, fan: SeasonFan): boolean =>
  fan.autoTip ||
  log.groups.some((group) => {
    const stay = presentStay(group, fan)
    return stay !== undefined && (stay.recorded?.openTips.length ?? 0) > 0
  })

/** Compares all tips in a round of those who ask for automatic ones, or use their open tips in a group at some time. */
export const compareTips = async (stage: SeasonStage, round: PlayedRound): Promise<Difference[]> => {
  const fans = stage.log.fans.filter((fan) => hasTipsOfOthers(stage, fan))
  const found = await inParallel(fans, 4, async (fan) => {
    const expected = competitionsOf(stage, round, fan).flatMap(({ stay }) =>
      round.recording.categories.flatMap(({ category }) => {
        const tip = carBefore(round, { userId: fan.account.user.id, stay }, category)
        return tip ? [inWords(stay?.group.id ?? 'open', category, tip)] : []
      }),
    )
    const reported = await stage.seasons.tips(fan.account.cookie, round.weekendId)
    const nameOf = (id: number) => [...(round.programme?.categories ?? [])].find(([, played]) => played.id === id)?.[0]
    const actual = reported.map(({ groupId, categoryId, ...tip }) =>
      inWords(groupId ?? 'open', nameOf(categoryId), tip),
    )
    return differs(`tips of ${fan.name} in round ${round.round}`, 'cars', expected.sort(), actual.sort())
  })
  return found.flat()
}

/** Waits until the tips that are handed in for fans are there. */
export const awaitTips = async (stage: SeasonStage, rounds: readonly PlayedRound[]): Promise<void> => {
  const wait = createWaitUntilEqual(() => false, stage.signal)
  const compareAll = async () => (await Promise.all(rounds.map((round) => compareTips(stage, round)))).flat()
  stage.differences.push(...(await wait(compareAll, stage.waitForMs)))
}
