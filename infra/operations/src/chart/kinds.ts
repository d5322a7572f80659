import { join } from 'node:path'
import { repositoryRoot } from '../repository-root.ts'

/** Folder of the committed schemas of Kubernetes and custom resources. */
export const schemasFolder = join(repositoryRoot, 'infra/operations/schemas')

/** Kinds of Kubernetes itself that the chart renders: the file of their schema, and its name at the API server. */
export const KINDS: Readonly<Record<string, string>> = {
  'deployment-apps-v1.json': 'io.k8s.api.apps.v1.Deployment',
  'statefulset-apps-v1.json': 'io.k8s.api.apps.v1.StatefulSet',
  'service-v1.json': 'io.k8s.api.core.v1.Service',
  'job-batch-v1.json': 'io.k8s.api.batch.v1.Job',
  'horizontalpodautoscaler-autoscaling-v2.json': 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'poddisruptionbudget-policy-v1.json': 'io.k8s.api.policy.v1.PodDisruptionBudget',
  'ingress-networking-v1.json': 'io.k8s.api.networking.v1.Ingress',
  'networkpolicy-networking-v1.json': 'io.k8s.api.networking.v1.NetworkPolicy',
}
