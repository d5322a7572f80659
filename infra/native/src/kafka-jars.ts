import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from './repository-root.ts'

const run = promisify(execFile)
const pom = join(repositoryRoot, 'infra/native/kafka/pom.xml')

/** One folder per content of the pom, so that a new version of Kafka never uses old jars. */
export const kafkaJarsFolder = (environment: NodeJS.ProcessEnv = process.env): string => {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)
  const cache = environment.XDG_CACHE_HOME
    ? join(environment.XDG_CACHE_HOME, 'purple-sector', 'kafka-libs')
    : join(repositoryRoot, 'var', 'kafka-libs')
  return join(cache, version)
}

let pendingFetch: Promise<void> | undefined

/** Returns the class path entry of Kafka's jars, downloaded from Maven Central on first use (44 MB). */
export const kafkaJars = async (log: { info(message: string): void }, signal?: AbortSignal): Promise<string> => {
  const folder = kafkaJarsFolder()
  if (!existsSync(folder)) {
    // Several instances of Kafka may start concurrently.
    pendingFetch ??= fetchJars(folder, log, signal).finally(() => {
      pendingFetch = undefined
    })
    await pendingFetch
  }
  return join(folder, '*')
}

const fetchJars = async (folder: string, log: { info(message: string): void }, signal?: AbortSignal): Promise<void> => {
  log.info('Fetching the jars of Kafka from Maven Central, once (44 MB) …')
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const goals = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`]
  try {
    await fetchWithRetries(['-q', '-B', '-f', pom, ...goals], signal)
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Retries, because Maven Central occasionally drops a connection. */
const fetchWithRetries = async (args: string[], signal?: AbortSignal): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await run('mvn', args, { signal })
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (tries === 3) throw new Error('Maven could not fetch the jars of Kafka.', { cause: error })
    }
  }
}
