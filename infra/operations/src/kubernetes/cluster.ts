import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { productProcesses } from '@purple-sector/product/processes'
import { CRASH } from './crash.ts'

const exec = promisify(execFile)

/** Timeout of one step: pulling an image on a slow node included. */
const STEP_TIMEOUT_S = 300
const POLL_INTERVAL_MS = 500

export type Pod = { name: string; isReady: boolean; isEnding: boolean }

/** The release under trial, through `kubectl` and `helm` and whatever `KUBECONFIG` names. */
export const createCluster = ({ namespace, release }: { namespace: string; release: string }) => {
  const kubectl = async (...args: string[]): Promise<string> =>
    (await exec('kubectl', ['--namespace', namespace, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout
  const selectorOf = (process: string): string =>
    `app.kubernetes.io/instance=${release},app.kubernetes.io/component=${process}`

  const pods = async (process: string): Promise<Pod[]> => {
    const text = await kubectl('get', 'pods', '--selector', selectorOf(process), '--output', 'json')
    const items: {
      metadata: { name: string; deletionTimestamp?: string }
      status: { conditions?: { type: string; status: string }[] }
    }[] = JSON.parse(text).items
    return items.map(({ metadata, status }) => ({
      name: metadata.name,
      isReady: status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false,
      isEnding: metadata.deletionTimestamp !== undefined,
    }))
  }

  const deploymentOf = async (process: string): Promise<string> =>
    (await kubectl('get', 'deployments', '--selector', selectorOf(process), '--output', 'name')).trim()

  /** Waits until a process has exactly its pods, all of them ready, and none that still ends. */
  const waitUntilSteady = async (process: string): Promise<void> => {
    const deployment = await deploymentOf(process)
    await kubectl('rollout', 'status', deployment, `--timeout=${STEP_TIMEOUT_S}s`)
    const wanted = Number(await kubectl('get', deployment, '--output', 'jsonpath={.spec.replicas}'))
    for (const end = Date.now() + STEP_TIMEOUT_S * 1_000; ; await pause(POLL_INTERVAL_MS)) {
      const current = await pods(process)
      if (current.length === wanted && current.every(({ isReady, isEnding }) => isReady && !isEnding)) return
      if (Date.now() > end) throw new Error(`${process} is not steady: ${JSON.stringify(current)}`)
    }
  }

  const crash = async (pod: string): Promise<void> => {
    // The connection of `exec` ends with the container.
    await kubectl('exec', pod, '--', 'node', '--input-type=module', '--eval', CRASH).catch(() => {})
    await kubectl('delete', 'pod', pod, '--grace-period=0', '--force')
  }

  const waitUntilAllSteady = async (): Promise<void> => {
    for (const { name } of productProcesses) await waitUntilSteady(name)
  }

  return {
    kubectl,
    pods,
    waitUntilAllSteady,

    async roll(process: string): Promise<void> {
      await kubectl('rollout', 'restart', await deploymentOf(process))
      await waitUntilSteady(process)
    },

    /** Ends the process of a pod at once and deletes the pod: connections end without a word. */
    async kill(process: string): Promise<void> {
      const [pod] = (await pods(process)).filter(({ isReady }) => isReady)
      if (!pod) throw new Error(`${process} has no ready pod.`)
      await crash(pod.name)
      await waitUntilSteady(process)
    },

    async scale(process: string, replicas: number): Promise<void> {
      await kubectl('scale', await deploymentOf(process), `--replicas=${replicas}`)
      await waitUntilSteady(process)
    },

    /** Upgrades the release with its own values and these; then all of it is steady. */
    async upgrade(chart: string, set: readonly string[]): Promise<void> {
      const values = set.flatMap((value) => ['--set-string', value])
      await exec('helm', ['--namespace', namespace, 'upgrade', release, chart, '--reuse-values', ...values], {
        timeout: 2 * STEP_TIMEOUT_S * 1_000,
      })
      await waitUntilAllSteady()
    },

    async rollBack(): Promise<void> {
      await exec('helm', ['--namespace', namespace, 'rollback', release])
      await waitUntilAllSteady()
    },

    /** Kills every pod of the product at once, as when all nodes lose power. */
    async killAll(): Promise<void> {
      const names = (await Promise.all(productProcesses.map(({ name }) => pods(name)))).flat().map(({ name }) => name)
      await Promise.all(names.map(crash))
      await waitUntilAllSteady()
    },

    /** Value of a key of a Secret. */
    async secret(name: string, key: string): Promise<string> {
      const encoded = await kubectl('get', 'secret', name, '--output', `jsonpath={.data.${key}}`)
      return Buffer.from(encoded, 'base64').toString()
    },

    /** Address of the gateway's Service, which this machine reaches if it is a node of the cluster. */
    async gatewayAddress(): Promise<{ host: string; port: number }> {
      const text = await kubectl('get', 'service', '--selector', selectorOf('gateway'), '--output', 'json')
      const { spec } = JSON.parse(text).items[0]
      return { host: spec.clusterIP, port: spec.ports[0].port }
    },

    /** Calls `onLine` with each line that `kubectl` prints until the returned function is called. */
    follow(args: readonly string[], onLine: (line: string) => void): () => void {
      const running = spawn('kubectl', ['--namespace', namespace, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
      createInterface({ input: running.stdout }).on('line', onLine)
      return () => void running.kill()
    },
  }
}

export type Cluster = ReturnType<typeof createCluster>
