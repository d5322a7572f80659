import { plannedLock } from '../account/planned-locks.ts'
import { racesWithLastingResult } from '../fans/crowd.ts'
import { entryTimeProblem } from './check-entries.ts'
import { carOf } from './entries.ts'
import type { Issue } from './recorded-instants.ts'
import type { Recording } from './recording.ts'

/** Checks the listed fans: known cars and races, unique names. */
export const checkFans = (recording: Recording): Issue[] => {
  const issues: Issue[] = []
  const names = new Set<string>()
  recording.fans.listed.forEach((fan, f) => {
    const path = `fans.listed.${f}`
    if (names.has(fan.name.toLowerCase())) issues.push({ path: `${path}.name`, message: `${fan.name} is there twice` })
    names.add(fan.name.toLowerCase())
    fan.votes.forEach(({ category, car }, v) => {
      if (!carOf(recording, category, car))
        issues.push({ path: `${path}.votes.${v}.car`, message: `car ${car} is not entered in ${category}` })
    })
    const lasting = racesWithLastingResult(recording)
    fan.reactions.forEach(({ to }, r) => {
      if (!lasting.includes(to))
        issues.push({ path: `${path}.reactions.${r}.to`, message: `${to} has no result that stays in force` })
    })
    fan.tips.forEach((tip, t) => {
      const { when } = tip
      if (!carOf(recording, tip.category, tip.car)) {
        issues.push({ path: `${path}.tips.${t}.car`, message: `car ${tip.car} is not entered in ${tip.category}` })
      }
      if ('at' in when) {
        const message = entryTimeProblem(recording, tip.category, tip.car, Date.parse(when.at))
        if (message) issues.push({ path: `${path}.tips.${t}.when.at`, message })
        return
      }
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
