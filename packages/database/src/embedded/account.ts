import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The user Postgres runs as. */
export type Account = { uid: number; gid: number; name: string }

type SpawnIdentity = { uid?: number; gid?: number }

/** True in a process of root: Postgres refuses to run as root, so it gets an account of its own. */
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

/** The unprivileged account of a machine: `postgres` where there is one, else `nobody`. */
const unprivilegedAccount = (passwd = readPasswd()): Account =>
  accountIn(passwd, 'postgres') ?? accountIn(passwd, 'nobody') ?? { name: 'nobody', uid: 65_534, gid: 65_534 }

/**
 * The account to run as, or nothing for the present user. Data that exist already keep their owner, so
 * that a product started by root once can be started by its own user again.
 */
export const accountFor = (cluster: string): Account | undefined => {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  return unprivilegedAccount()
}

/** The part of the spawn options that says who runs the program. */
export const runAs = (account: Account | undefined): SpawnIdentity =>
  account ? { uid: account.uid, gid: account.gid } : {}

/** True where the account can enter the folder and write in it. */
export const canUse = (account: Account, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1" && test -w .', 'sh', folder], {
    cwd: '/',
    ...runAs(account),
    stdio: 'ignore',
  }).status === 0
