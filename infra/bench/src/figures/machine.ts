import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'

/** Describes the machine and the versions of a measurement. */
export type Machine = {
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  commit: string
  takenAt: string
}

const git = (...words: string[]): string => spawnSync('git', words, { encoding: 'utf8' }).stdout?.trim() ?? ''

export const describeMachine = (): Machine => {
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    commit: `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${isChanged ? ' with changes' : ''}`,
    takenAt: new Date().toISOString(),
  }
}
