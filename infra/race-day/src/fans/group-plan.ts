import { plannedLock } from '../account/planned-locks.ts'
import { type Random, seededRandom } from '../random.ts'
import { type Moment, type RecordedGroup, type RecordedStay, ruleVersions } from '../recording/recorded-group.ts'
import { canCount, type FanPlan, type PlannedTip, type Recording } from '../recording/recording.ts'
import { type Field, fieldOf, momentNear, pickCar } from './fans.ts'

/** A group as it is played; `founder` and `fan` are indexes into the list of fans. */
export type GroupPlan = {
  recorded: RecordedGroup
  founder: number
  members: { fan: number; stays: RecordedStay[] }[]
  /** Tips of generated fans; tips of listed fans are in their own plans. */
  tips: { fan: number; tip: PlannedTip }[]
}

/** Plans the groups of a recording; a group whose founder does not play is left out. */
export const planGroups = (recording: Recording, fans: FanPlan[]): GroupPlan[] => {
  const listed = Math.min(recording.fans.listed.length, fans.length)
  return recording.groups.flatMap((group) => {
    const random = seededRandom(recording.fans.generated.seed + [...group.name].reduce(hash, 7))
    const { founder: founderRef } = group
    const founder =
      typeof founderRef === 'string'
        ? fans.findIndex(({ name }, i) => i < listed && name === founderRef)
        : listed + founderRef.generated - 1
    if (founder < 0 || founder >= fans.length) return []
    const members = membersOf(group, fans, listed, founder, random)
    const stays = [{ fan: founder, stays: [{ when: { at: group.founded }, ends: undefined }] }, ...members] satisfies {
      fan: number
      stays: Pick<RecordedStay, 'when' | 'ends'>[]
    }[]
    const fields = fieldsOf(recording, group)
    const tips = stays.flatMap(({ fan, stays }) =>
      fan < listed ? [] : stays.flatMap((stay) => tipsOf(recording, group, stay, fields, random, fan)),
    )
    return [{ recorded: group, founder, members, tips }]
  })
}

const hash = (sum: number, character: string): number => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0

/** Finds listed fans by name, and draws generated ones from those outside the group, each once. */
const membersOf = (group: RecordedGroup, fans: FanPlan[], listed: number, founder: number, random: Random) => {
  const free = fans.flatMap((_, i) => (i >= listed && i !== founder ? [i] : []))
  const generated = fans.length - listed
  return group.members.flatMap(({ fan, generated: selection, stays }): GroupPlan['members'] => {
    if (!selection) {
      const index = fans.findIndex(({ name }, i) => i < listed && name === fan)
      return index < 0 ? [] : [{ fan: index, stays }]
    }
    const count = 'count' in selection ? selection.count : Math.round(selection.share * generated)
    return Array.from({ length: Math.min(count, free.length) }, () => {
      const [index = 0] = free.splice(random.whole(0, free.length), 1)
      return { fan: index, stays }
    })
  })
}

/** Returns the categories in which a race counts under any version of the group's rules. */
const fieldsOf = (recording: Recording, group: RecordedGroup): Field[] => {
  const versions = ruleVersions(group).map(({ rules }) => rules.sessions)
  const fields = recording.categories.map(({ category }) =>
    fieldOf(
      recording,
      category,
      ({ id, type }) => canCount(type) && versions.some((sessions) => sessions.length === 0 || sessions.includes(id)),
    ),
  )
  return fields.filter(({ locks }) => locks.length > 0)
}

/** Time between joining and the first tip: the minimum, and the random part; ms of the recording. */
const [MIN_DELAY_MS, RANDOM_DELAY_MS] = [60_000, 900_000]

/** Plans a generated fan's tips during a membership: in most categories, some close to a lock. */
const tipsOf = (
  recording: Recording,
  group: RecordedGroup,
  { when, ends }: Pick<RecordedStay, 'when' | 'ends'>,
  fields: Field[],
  random: Random,
  fan: number,
): GroupPlan['tips'] => {
  const timeOf = (moment: Moment): number => {
    if ('at' in moment) return Date.parse(moment.at)
    const race = recording.sessions.find(({ id }) => id === moment.lockOf)
    return (race && plannedLock(race)) ?? 0
  }
  const from = timeOf(when) + MIN_DELAY_MS
  const to = Math.min(ends ? timeOf(ends.when) : Infinity, group.deleted ? Date.parse(group.deleted) : Infinity)
  return fields
    .filter(() => random.chance(0.7))
    .flatMap((field) => {
      const locks = field.locks.filter(({ at }) => from < at && at < to)
      if (locks.length === 0) return []
      const momentAt = (at: number): Moment => ({ at: new Date(Math.min(Math.max(from, at), to - 1)).toISOString() })
      const first = random.chance(0.8)
        ? momentAt(from + random.next() * RANDOM_DELAY_MS)
        : momentNear(random, random.pick(locks))
      const changes = Array.from({ length: random.whole(0, 3) }, () => {
        const near = random.pick(locks)
        return random.chance(0.6) ? momentNear(random, near) : momentAt(near.at - random.next() * 7_200_000)
      })
      return [first, ...changes].flatMap((when) => {
        const car = pickCar(random, field.favourites, timeOf(when))
        if (car === undefined) return []
        const tip = { when, category: field.category, car, doubleClick: random.chance(0.03), group: group.name }
        return [{ fan, tip }]
      })
    })
}
