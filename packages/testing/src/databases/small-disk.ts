import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })
const unmount = (path: string): void => void execFileSync('umount', ['--lazy', path], { stdio: 'pipe' })

/** A small in-memory disk for tests of a full disk; `grow` enlarges it. Only root may mount one. */
export const smallDisk = async (path: string, size: string): Promise<{ grow(to: string): void; remove(): void }> => {
  await mkdir(path, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${size},mode=755`, 'purple-sector-test', path)
  return {
    grow: (to) => mount('-o', `remount,size=${to}`, path),
    remove: () => unmount(path),
  }
}

/** Whether this user may mount a disk on this machine; containers often forbid it even to root. */
export const canMount = (): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    // In a separate mount namespace, which ends with the command.
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'purple-sector-test', '/mnt'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
