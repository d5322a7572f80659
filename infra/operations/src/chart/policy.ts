import { migrateStep, productProcesses } from '@purple-sector/product/processes'
import { type Container, componentOf, type KubernetesObject, type PodSpec } from './objects.ts'

/** Kafka's image writes its configuration into its own folder; it is for a trial only. */
const WRITES_ITS_ROOT = new Set(['kafka'])
/** Seconds within which a process stops by itself: `stoppingMs` of its `runProcess`. */
const STOPPING_SECONDS: Readonly<Record<string, number>> = { gateway: 27 }
const SERVICE_STOPPING_SECONDS = 20

const VERSION_LABELS = ['app.kubernetes.io/version', 'helm.sh/chart']

const processNames = new Set(productProcesses.map(({ name }) => name))

/** Required variables that a container lacks, by the list of processes. */
const missingVariables = (process: string, { env }: Container): string[] => {
  const names = new Set(env.map(({ name }) => name))
  const required = [...productProcesses, migrateStep].find(({ name }) => name === process)?.required ?? []
  return required.filter((name) => !names.has(name)).map((name) => `lacks the variable ${name}`)
}

const containerFaults = ({ name, securityContext, resources, image }: Container): string[] => {
  const faults = {
    'may gain privileges': securityContext.allowPrivilegeEscalation !== false,
    'can write to its root file system': securityContext.readOnlyRootFilesystem !== true && !WRITES_ITS_ROOT.has(name),
    'has capabilities': securityContext.capabilities?.drop.includes('ALL') !== true,
    'has no limit of memory': resources.limits.memory === undefined,
    'requests no CPU or memory': resources.requests.cpu === undefined || resources.requests.memory === undefined,
    'has an image without a tag': !/:[\w.-]+$/.test(image) || image.endsWith(':latest'),
  }
  return Object.entries(faults).flatMap(([fault, isFault]) => (isFault ? [`the container ${name} ${fault}`] : []))
}

const podFaults = (pod: PodSpec): string[] => {
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext
  const faults = {
    'may run as root': runAsNonRoot !== true || !runAsUser,
    'has no seccomp profile': seccompProfile?.type !== 'RuntimeDefault',
    'gets a token of the service account': pod.automountServiceAccountToken !== false,
    'gets variables of every Service': pod.enableServiceLinks !== false,
    'uses the network of its node': pod.hostNetwork === true,
  }
  const own = Object.entries(faults).flatMap(([fault, isFault]) => (isFault ? [fault] : []))
  return [...own, ...pod.containers.flatMap(containerFaults)]
}

/** Faults of a process that serves: probes, and enough time to stop. */
const processFaults = (name: string, pod: PodSpec): string[] =>
  pod.containers.flatMap(({ readinessProbe, livenessProbe, startupProbe, lifecycle }) => {
    const sleep = lifecycle?.preStop.sleep.seconds ?? 0
    const needed = sleep + (STOPPING_SECONDS[name] ?? SERVICE_STOPPING_SECONDS)
    const faults = {
      'has no readiness probe': !JSON.stringify(readinessProbe ?? '').includes('/readyz'),
      'has no liveness probe of the process alone': !JSON.stringify(livenessProbe ?? '').includes('/healthz'),
      'has no startup probe': startupProbe === undefined,
      'stops before callers know': sleep === 0,
      [`may be killed before it has stopped, which takes ${needed} s`]: pod.terminationGracePeriodSeconds <= needed,
    }
    return Object.entries(faults).flatMap(([fault, isFault]) => (isFault ? [fault] : []))
  })

const disruptionFaults = (objects: readonly KubernetesObject[]): string[] => {
  const budgets = new Set(objects.filter(({ kind }) => kind === 'PodDisruptionBudget').map(componentOf))
  return [...processNames].filter((name) => !budgets.has(name)).map((name) => `${name} has no disruption budget.`)
}

const missingProcesses = (objects: readonly KubernetesObject[]): string[] => {
  const deployed = new Set(objects.filter(({ kind }) => kind === 'Deployment').map(componentOf))
  return [...processNames].filter((name) => !deployed.has(name)).map((name) => `${name} has no Deployment.`)
}

const namesOnce = (objects: readonly KubernetesObject[]): string[] => {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is rendered twice.`)
}

/** A replica count beside an autoscaler would undo what that has set, with every upgrade. */
const scalingFaults = (objects: readonly KubernetesObject[]): string[] => {
  const scalers = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
  const scaled = new Set(scalers.map(componentOf))
  return objects
    .filter((each) => each.kind === 'Deployment' && scaled.has(componentOf(each)) && each.spec.replicas !== undefined)
    .map(({ metadata }) => `${metadata.name} has a number of replicas beside its autoscaler.`)
}

/** A label that changes with each version would replace the pods of everything, a trial's database included. */
const versionFaults = (objects: readonly KubernetesObject[]): string[] =>
  objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .filter(({ spec }) => VERSION_LABELS.some((label) => label in (spec.template?.metadata.labels ?? {})))
    .map(({ metadata }) => `${metadata.name} replaces its pods with each version by a label.`)

/**
 * Returns the faults of rendered objects, a sentence each: processes without a Deployment, budget or probes, rights that
 * they do not need, no limits, too little time to stop.
 */
export const policyFaults = (objects: readonly KubernetesObject[]): string[] => [
  ...missingProcesses(objects),
  ...disruptionFaults(objects),
  ...namesOnce(objects),
  ...scalingFaults(objects),
  ...versionFaults(objects),
  ...objects.flatMap((each) => {
    const pod = each.spec.template?.spec
    if (!pod) return []
    const name = componentOf(each)
    const variables = pod.containers.flatMap((container) => missingVariables(name, container))
    const faults = [...podFaults(pod), ...variables, ...(processNames.has(name) ? processFaults(name, pod) : [])]
    return faults.map((fault) => `${each.metadata.name}: ${fault}.`)
  }),
]
