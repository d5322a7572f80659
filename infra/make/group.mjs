// Process groups for until-stopped.mjs, in plain JavaScript without packages.
import { readdirSync, readFileSync } from 'node:fs'

/** Sends a signal to all processes of a group; false when the group is empty. */
export const signalGroup = (group, signal) => {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

const ENDED = ['Z', 'X']

/** Returns the members of a group that have not exited, on Linux; undefined elsewhere. */
const runningMembers = (group) => {
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
 * Returns whether a group has a running process.
 * Zombies do not count: in a container without an init process, they stay in their group for seconds or forever.
 */
export const hasRunningProcess = (group) => {
  if (!signalGroup(group, 0)) return false
  const members = process.platform === 'linux' ? runningMembers(group) : undefined
  return members === undefined || members.length > 0
}
