import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { kafkaJarsFolder } from '../kafka-jars.ts'

type Requirement = { program: string; label: string; debianPackage: string; isInstalled: () => boolean }

const MIN_JAVA = 17

/** The Java of JAVA_HOME, else the one in PATH. */
export const java = (): string => (process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java')

/** Parses the major version from the output of `java -version`; 0 when there is none. */
export const javaMajor = (output: string): number => Number(/version "(?:1\.)?(\d+)/.exec(output)?.[1] ?? 0)

const canRun = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

const requirements: Requirement[] = [
  {
    program: 'java',
    label: `Java ${MIN_JAVA} or newer (java)`,
    debianPackage: 'default-jre-headless',
    isInstalled: () => javaMajor(spawnSync(java(), ['-version'], { encoding: 'utf8' }).stderr ?? '') >= MIN_JAVA,
  },
  {
    program: 'mvn',
    label: 'Maven (mvn), which fetches Kafka once',
    debianPackage: 'maven',
    isInstalled: () => existsSync(kafkaJarsFolder()) || canRun('mvn'),
  },
  {
    program: 'redis-server',
    label: 'Redis (redis-server)',
    debianPackage: 'redis-server',
    isInstalled: () => canRun('redis-server'),
  },
]

/** Returns the message for a user whose machine lacks programs; undefined when nothing is missing. */
export const missingProgramsMessage = (missing: Pick<Requirement, 'label' | 'debianPackage'>[]): string | undefined => {
  if (missing.length === 0) return undefined
  return [
    'Real Kafka, Redis and Postgres without containers need programs that this machine lacks:',
    ...missing.map(({ label }) => `  - ${label}`),
    `On Debian or Ubuntu: sudo apt-get install ${missing.map(({ debianPackage }) => debianPackage).join(' ')}`,
    'Or start a Docker engine, or name running ones by DATABASE_URL, REDIS_URL and KAFKA_BROKERS.',
  ].join('\n')
}

export const missingPrograms = (): Requirement[] => requirements.filter(({ isInstalled }) => !isInstalled())

/** Throws a message that names every missing program and how to install it. */
export const requirePrograms = (): void => {
  const message = missingProgramsMessage(missingPrograms())
  if (message) throw new Error(message)
}
