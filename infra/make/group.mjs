// Process groups, for until-stopped.mjs: plain JavaScript without packages too.
import { readdirSync, readFileSync } from 'node:fs'

/** Sends a signal to all of a group; false when nobody is left in it. */
export const signalGroup = (group, signal) => {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

const ENDED = ['Z', 'X']

/** Where Linux says so, the members of a group that have not ended; undefined elsewhere. */
const membersAtWork = (group) => {
  let names
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return undefined
  }
  return names.filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [state, , memberOf] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(memberOf) === group && !ENDED.includes(state)
    } catch {
      return false
    }
  })
}

/**
 * Whether anybody of a group is at work. In a container that nobody clears up in, the dead stay in their group for
 * seconds or for ever: they are not.
 */
export const isAtWork = (group) => {
  if (!signalGroup(group, 0)) return false
  const members = process.platform === 'linux' ? membersAtWork(group) : undefined
  return members === undefined || members.length > 0
}
