import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The user account that runs Postgres. */
export type Account = { uid: number; gid: number; name: string }

type SpawnIdentity = { uid?: number; gid?: number }

/** Whether this process runs as root. Postgres refuses to run as root, so it then gets another account. */
export const isRoot = (): boolean => process.getuid?.() === 0

const accountIn = (passwd: string, name: string): Account | undefined => {
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) }
}

const readPasswd = (): string => {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** Returns the unprivileged account of the machine: `postgres` if it exists, else `nobody`. */
const unprivilegedAccount = (passwd = readPasswd()): Account =>
  accountIn(passwd, 'postgres') ?? accountIn(passwd, 'nobody') ?? { name: 'nobody', uid: 65_534, gid: 65_534 }

/**
 * Returns the account that runs the cluster, or undefined for the current user.
 *
 * Existing data keep their owner, so that a product started once by root can later be started by its own user.
 */
export const accountFor = (cluster: string): Account | undefined => {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  return unprivilegedAccount()
}

/** Returns the spawn options that set the account of a program. */
export const runAs = (account: Account | undefined): SpawnIdentity =>
  account ? { uid: account.uid, gid: account.gid } : {}

/** Whether the account can enter the folder and write to it. */
export const canUse = (account: Account, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1" && test -w .', 'sh', folder], {
    cwd: '/',
    ...runAs(account),
    stdio: 'ignore',
  }).status === 0
