import { productProcesses } from '@purple-sector/product/processes'
import { expect, test } from 'vitest'
import type { KubernetesObject } from './objects.ts'
import { policyFaults } from './policy.ts'

type Pod = NonNullable<KubernetesObject['spec']['template']>['spec']

const pod = (name: string, required: readonly string[]): Pod => ({
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  terminationGracePeriodSeconds: 60,
  securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name,
      image: 'purple-sector:1.0.0',
      command: [],
      env: required.map((variable) => ({ name: variable, value: 'x' })),
      ports: [],
      resources: { requests: { cpu: '1', memory: '1Mi' }, limits: { memory: '2Mi' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
      startupProbe: { httpGet: { path: '/healthz' } },
      lifecycle: { preStop: { sleep: { seconds: 10 } } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    },
  ],
})

const createObject = (kind: string, name: string, spec: KubernetesObject['spec'] = {}): KubernetesObject => ({
  kind,
  metadata: { name: `tips-${name}`, labels: { 'app.kubernetes.io/component': name } },
  spec,
})

/** A safe release, in which `change` has changed the pod of chat. */
const createRelease = (change: (pod: Pod) => void = () => {}): KubernetesObject[] =>
  productProcesses.flatMap(({ name, required }) => {
    const spec = pod(name, required)
    if (name === 'chat') change(spec)
    return [
      createObject('Deployment', name, { replicas: 1, template: { metadata: { labels: {} }, spec } }),
      createObject('PodDisruptionBudget', name),
    ]
  })

test('accepts a safe release', () => {
  expect(policyFaults(createRelease())).toEqual([])
})

type ContainerOf = Pod['containers'][number]
const inContainer =
  (change: (container: ContainerOf) => void) =>
  ({ containers }: Pod): void =>
    containers.forEach(change)

test.each<[string, (pod: Pod) => void]>([
  ['may run as root', (pod) => Object.assign(pod.securityContext, { runAsUser: 0 })],
  ['has no seccomp profile', (pod) => Object.assign(pod.securityContext, { seccompProfile: undefined })],
  ['gets a token of the service account', (pod) => Object.assign(pod, { automountServiceAccountToken: undefined })],
  ['gets variables of every Service', (pod) => Object.assign(pod, { enableServiceLinks: undefined })],
  ['uses the network of its node', (pod) => Object.assign(pod, { hostNetwork: true })],
  ['may be killed before it has stopped', (pod) => Object.assign(pod, { terminationGracePeriodSeconds: 30 })],
  ['may gain privileges', inContainer(({ securityContext }) => delete securityContext.allowPrivilegeEscalation)],
  [
    'write to its root file system',
    inContainer(({ securityContext }) => delete securityContext.readOnlyRootFilesystem),
  ],
  ['has capabilities', inContainer(({ securityContext }) => delete securityContext.capabilities)],
  ['has no limit of memory', inContainer(({ resources }) => Object.assign(resources, { limits: { cpu: '1' } }))],
  ['requests no CPU or memory', inContainer(({ resources }) => Object.assign(resources, { requests: {} }))],
  ['has an image without a tag', inContainer((each) => Object.assign(each, { image: 'purple-sector:latest' }))],
  ['has no readiness probe', inContainer((each) => Object.assign(each, { readinessProbe: undefined }))],
  [
    'has no liveness probe of the process alone',
    inContainer((each) => Object.assign(each, { livenessProbe: { httpGet: { path: '/readyz' } } })),
  ],
  ['has no startup probe', inContainer((each) => Object.assign(each, { startupProbe: undefined }))],
  ['stops before callers know', inContainer((each) => Object.assign(each, { lifecycle: undefined }))],
  ['lacks the variable INTERNAL_SECRET', inContainer((each) => Object.assign(each, { env: each.env.slice(3) }))],
])('reports a pod that %s', (fault, change) => {
  const faults = policyFaults(createRelease(change))
  expect(faults.filter((each) => each.startsWith('tips-chat: ') && each.includes(fault))).toHaveLength(1)
})

test('reports a process without a Deployment or a budget', () => {
  const without = (kind: string) =>
    createRelease().filter((each) => each.kind !== kind || each.metadata.name !== 'tips-chat')
  expect(policyFaults(without('Deployment'))).toEqual(['chat has no Deployment.'])
  expect(policyFaults(without('PodDisruptionBudget'))).toEqual(['chat has no disruption budget.'])
})

test('reports an object that is rendered twice', () => {
  expect(policyFaults([...createRelease(), createObject('PodDisruptionBudget', 'chat')])).toEqual([
    'PodDisruptionBudget tips-chat is rendered twice.',
  ])
})

test('reports a number of replicas beside an autoscaler', () => {
  expect(policyFaults([...createRelease(), createObject('HorizontalPodAutoscaler', 'chat')])).toEqual([
    'tips-chat has a number of replicas beside its autoscaler.',
  ])
})

test('reports a label of the pods that changes with each version', () => {
  const database = createObject('StatefulSet', 'postgres', {
    template: { metadata: { labels: { 'app.kubernetes.io/version': '1' } }, spec: pod('postgres', []) },
  })
  expect(policyFaults([...createRelease(), database])).toEqual([
    'tips-postgres replaces its pods with each version by a label.',
  ])
})
