import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { kafkaJarsFolder } from '../kafka-jars.ts'

type Requirement = { program: string; what: string; debianPackage: string; isThere: () => boolean }

const OLDEST_JAVA = 17

/** The Java of JAVA_HOME, else the one in PATH. */
export const java = (): string => (process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java')

/** Parses the major version from the output of `java -version`; 0 when there is none. */
export const javaMajor = (words: string): number => Number(/version "(?:1\.)?(\d+)/.exec(words)?.[1] ?? 0)

const runs = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

const requirements: Requirement[] = [
  {
    program: 'java',
    what: `Java ${OLDEST_JAVA} or newer (java)`,
    debianPackage: 'default-jre-headless',
    isThere: () => javaMajor(spawnSync(java(), ['-version'], { encoding: 'utf8' }).stderr ?? '') >= OLDEST_JAVA,
  },
  {
    program: 'mvn',
    what: 'Maven (mvn), which fetches Kafka once',
    debianPackage: 'maven',
    isThere: () => existsSync(kafkaJarsFolder()) || runs('mvn'),
  },
  {
    program: 'redis-server',
    what: 'Redis (redis-server)',
    debianPackage: 'redis-server',
    isThere: () => runs('redis-server'),
  },
]

/** Returns the message for a user whose machine lacks programs; undefined when nothing is missing. */
export const missingProgramsMessage = (missing: Pick<Requirement, 'what' | 'debianPackage'>[]): string | undefined => {
  if (missing.length === 0) return undefined
  return [
    'Real Kafka, Redis and Postgres without containers need programs that this machine lacks:',
    ...missing.map(({ what }) => `  - ${what}`),
    `On Debian or Ubuntu: sudo apt-get install ${missing.map(({ debianPackage }) => debianPackage).join(' ')}`,
    'Or start a Docker engine, or name running ones by DATABASE_URL, REDIS_URL and KAFKA_BROKERS.',
  ].join('\n')
}

export const missingPrograms = (): Requirement[] => requirements.filter(({ isThere }) => !isThere())

/** Throws a message that names every missing program and how to install it. */
export const requirePrograms = (): void => {
  const message = missingProgramsMessage(missingPrograms())
  if (message) throw new Error(message)
}
