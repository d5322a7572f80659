import { plannedLock } from './planned-locks.ts'
import type { Issue } from './recorded-instants.ts'
import type { Recording } from './recording.ts'

/** Listed fans: known cars and races, unique names. */
export const checkFans = (recording: Recording): Issue[] => {
  const issues: Issue[] = []
  const names = new Set<string>()
  recording.fans.listed.forEach((fan, f) => {
    const path = `fans.listed.${f}`
    if (names.has(fan.name.toLowerCase())) issues.push({ path: `${path}.name`, message: `${fan.name} is there twice` })
    names.add(fan.name.toLowerCase())
    fan.tips.forEach((tip, t) => {
      const cars = recording.categories.find(({ category }) => category === tip.category)?.cars ?? []
      if (!cars.some((car) => car.number === tip.car)) {
        issues.push({ path: `${path}.tips.${t}.car`, message: `car ${tip.car} is not entered in ${tip.category}` })
      }
      const { when } = tip
      if (!('lockOf' in when)) return
      const race = recording.sessions.find(({ id }) => id === when.lockOf)
      if (!race) {
        issues.push({ path: `${path}.tips.${t}.when.lockOf`, message: `no race is called ${when.lockOf}` })
      } else if (plannedLock(race) === null) {
        issues.push({ path: `${path}.tips.${t}.when.lockOf`, message: `${when.lockOf} never locks in this recording` })
      }
    })
  })
  return issues
}
