import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const quantities = z.record(z.string(), z.union([z.string(), z.number()])).default({})

const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  env: z
    .array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }))
    .default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  resources: z.object({ requests: quantities, limits: quantities }).default({ requests: {}, limits: {} }),
  readinessProbe: z.unknown().optional(),
  livenessProbe: z.unknown().optional(),
  startupProbe: z.unknown().optional(),
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      capabilities: z.object({ drop: z.array(z.string()) }).optional(),
    })
    .default({}),
})

const podSpec = z.object({
  automountServiceAccountToken: z.boolean().optional(),
  enableServiceLinks: z.boolean().optional(),
  terminationGracePeriodSeconds: z.number().default(30),
  hostNetwork: z.boolean().optional(),
  securityContext: z
    .object({
      runAsNonRoot: z.boolean().optional(),
      runAsUser: z.number().optional(),
      seccompProfile: z.object({ type: z.string() }).optional(),
    })
    .default({}),
  containers: z.array(container),
})

const object = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.looseObject({
    replicas: z.number().optional(),
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: podSpec }).optional(),
  }),
})

/** What the checks read of a rendered object. */
export type KubernetesObject = z.infer<typeof object>
export type PodSpec = z.infer<typeof podSpec>
export type Container = z.infer<typeof container>

/** Parses the objects of `helm template`. Throws if one has no kind or name. */
export const parseObjects = (text: string): KubernetesObject[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((value) => value !== null)
    .map((value) => object.parse(value))

/** The part of the product that an object belongs to: `tipping`, `migrate`, `postgres`. */
export const componentOf = ({ metadata }: KubernetesObject): string =>
  metadata.labels['app.kubernetes.io/component'] ?? ''
